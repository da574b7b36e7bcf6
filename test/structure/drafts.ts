import fc from 'fast-check';
import type { Company } from '../../src/core/company/company.ts';
import { draftOrder } from '../../src/core/drafting/draft-order.ts';
import { draftNotaCredito } from '../../src/core/drafting/nota-credito-draft.ts';
import type { Draft, Drafting } from '../../src/core/drafting/order.ts';
import { documentText } from '../../src/core/dte/document-text.ts';
import { segmentOf } from '../../src/core/identifiers/official.ts';
import { notesOn } from '../oracle/notes.ts';
import { codeOf, controlNumberOf } from '../support/identifiers.ts';
import type { DocumentKind } from './document-kinds.ts';
import { anyOrder } from './orders.ts';

/** 20 November 2026, 10:15:30 in El Salvador. */
const POSTED_MS = Date.UTC(2026, 10, 20, 16, 15, 30);
const CODE = codeOf('A1B2C3D4-0000-4000-8000-00000000000F');

/** Draws an order of the kind and drafts it; what is refused is refused. */
export function anyDrafting(kind: DocumentKind, companies: readonly Company[]): fc.Arbitrary<() => Drafting> {
  const { tipoDte, generation } = kind;
  return fc.constantFrom(...companies).chain((company) => {
    const orders = anyOrder(kind, company);
    if (tipoDte !== '05')
      return orders.map((order) => () => draftOrder(order, { company, generation, place: null }));
    return notesOn(orders, company, generation).map(({ value, problems }) => () => {
      return value === null ? { kind: 'problems', problems } : draftNotaCredito(value, generation);
    });
  });
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
