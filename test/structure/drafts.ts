import fc from 'fast-check';
import type { Company } from '../../src/core/company/company.ts';
import { draftOrder } from '../../src/core/drafting/draft-order.ts';
import { readIssuer } from '../../src/core/drafting/groundwork.ts';
import { draftNotaCredito } from '../../src/core/drafting/nota-credito-draft.ts';
import type { Draft, Drafting, PartyOrder } from '../../src/core/drafting/order.ts';
import { readContribuyente } from '../../src/core/drafting/party.ts';
import { documentText } from '../../src/core/dte/identificacion.ts';
import { segmentOf } from '../../src/core/identifiers/official.ts';
import { problemsOf } from '../../src/core/refusals/read.ts';
import { exampleOrder } from '../support/example-order.ts';
import { codeOf, controlNumberOf } from '../support/identifiers.ts';
import type { DocumentKind } from './document-kinds.ts';
import { anyNoteLines, anyOrder, anyParty, observations } from './orders.ts';

/** 20 November 2026, 10:15:30 in El Salvador. */
const POSTED_MS = Date.UTC(2026, 10, 20, 16, 15, 30);
const CODE = codeOf('A1B2C3D4-0000-4000-8000-00000000000F');

/** Draws an order of the kind and drafts it; what is refused is refused. */
export function anyDrafting(
  { tipoDte, generation }: DocumentKind,
  companies: readonly Company[],
): fc.Arbitrary<() => Drafting> {
  return fc.constantFrom(...companies).chain((company) => {
    const context = { company, generation, place: null };
    if (tipoDte !== '05') return anyOrder(tipoDte, company).map((order) => () => draftOrder(order, context));
    return anyNote(company).map((note) => () => draftNote(note, context));
  });
}

function anyNote(company: Company) {
  return fc.record({
    company: fc.constant(company),
    customer: anyParty('05'),
    lines: anyNoteLines,
    observations,
    transactionCondition: fc.integer({ min: 1, max: 3 }),
    carriedRetention: fc.boolean(),
    carriedPerception: fc.boolean(),
  });
}

/** The recipient and issuer of a note are those of the CCF that it adjusts, read as for the CCF. */
function draftNote(
  note: {
    readonly company: Company;
    readonly customer: PartyOrder;
    readonly lines: Parameters<typeof draftNotaCredito>[0]['lines'];
    readonly observations: string | null;
    readonly transactionCondition: number;
    readonly carriedRetention: boolean;
    readonly carriedPerception: boolean;
  },
  context: Parameters<typeof readIssuer>[1],
): Drafting {
  const { company, carriedRetention, carriedPerception } = note;
  const issuer = readIssuer(exampleOrder(), context);
  const receptor = readContribuyente(note.customer, {
    path: 'customer',
    generation: context.generation,
    issuerTerritory: company.address,
    fallbackEmail: company.email,
  });
  const problems = problemsOf(issuer, receptor);
  if (issuer.value === null || receptor.value === null || problems.length > 0)
    return { kind: 'problems', problems };
  const frame = { issuer: issuer.value, receptor: receptor.value };
  const adjusted = {
    codigoGeneracion: CODE,
    fechaEmision: '2026-10-31',
    carriedRetention,
    carriedPerception,
  };
  const { lines, transactionCondition } = note;
  const order = { ...frame, adjusted, lines, transactionCondition, observations: note.observations };
  return draftNotaCredito(order, context.generation);
}

/** The document that would be signed, parsed as the authority parses it. */
export function documentOf({ tipoDte, generation }: DocumentKind, draft: Draft): unknown {
  const numeroControl = controlNumberOf(`DTE-${tipoDte}-${segmentOf(draft)}-${'7'.padStart(15, '0')}`);
  const identity = { tipoDte, generation, ambiente: '00' as const, numeroControl };
  return JSON.parse(documentText(draft.text, { ...identity, codigoGeneracion: CODE, postedMs: POSTED_MS }));
}

/** So many documents of the kind, the same for the same seed. */
export function draftedDocuments(
  kind: DocumentKind,
  companies: readonly Company[],
  sample: { readonly seed: number; readonly count: number },
): readonly unknown[] {
  const draftings = fc.sample(anyDrafting(kind, companies), { seed: sample.seed, numRuns: 4 * sample.count });
  return draftings
    .map((draft) => draft())
    .flatMap((drafting) => (drafting.kind === 'draft' ? [documentOf(kind, drafting)] : []))
    .slice(0, sample.count);
}
