import type { Draft } from '../../core/drafting/order.ts';
import { unnumberedText } from '../../core/dte/document-text.ts';
import type { SchemaGeneration, TipoDte } from '../../core/dte/kinds.ts';
import { generationOfNumber } from '../../core/identifiers/official.ts';
import { generationWarnings } from '../../core/previewing/date-warnings.ts';
import { orderWarnings } from '../../core/previewing/order-warnings.ts';
import type { Warning } from '../../core/previewing/warning.ts';
import { type Refusal, refuse, refuseProblems } from '../../core/refusals/refusal.ts';
import type { CompletionReader } from '../rehearsals/ports.ts';
import { type IssueRequest, prepareOrder } from './issue-document.ts';
import { type Prepared, type Today, unreadyToSign } from './issue-drafted.ts';
import type { IssuingCompany } from './issuing-context.ts';
import type { DocumentRecord, DocumentStore, Signer } from './ports.ts';

/** What previewing needs from outside: nothing that writes, signs or asks the authority. */
export interface PreviewContext extends Today {
  readonly completions: CompletionReader;
  readonly signer: Pick<Signer, 'ready'>;
  readonly store: Pick<DocumentStore, 'findByReference'>;
}

/** A document as it would be issued now. */
export interface Preview<Drafted extends Draft = Draft> {
  readonly kind: 'preview';
  readonly tipoDte: TipoDte;
  readonly generation: SchemaGeneration;
  readonly draft: Drafted;
  /** The document with the places of number and code empty; it is not signed. */
  readonly text: string;
  readonly warnings: readonly Warning[];
}

/**
 * What issuing an order would make of it, or why it would refuse it: it is drafted by what issues, up to the moment in which
 * a number would be taken. A document that has the reference decides about place and generation.
 */
export async function previewDocument(
  context: PreviewContext,
  { issuer, externalRef, order }: Pick<IssueRequest, 'issuer' | 'externalRef' | 'order'>,
): Promise<Preview | Refusal> {
  const prepared = await prepareOrder(context, issuer, order);
  if (prepared.kind === 'refused') return prepared;
  const existing = await context.store.findByReference(issuer.companyId, externalRef);
  const preview = await previewPrepared(context, { issuer, tipoDte: order.tipoDte, existing, prepared });
  if (preview.kind === 'refused') return preview;
  return { ...preview, warnings: [...orderWarnings(prepared.order, preview.draft), ...preview.warnings] };
}

export interface Previewed<Drafted extends Draft> {
  readonly issuer: IssuingCompany;
  readonly tipoDte: TipoDte;
  /** The document of the reference; null where there is none. */
  readonly existing: DocumentRecord | null;
  readonly prepared: Prepared<Drafted>;
}

/** What has been drafted as it would be issued: under the number of the document that exists, where one does. */
export async function previewPrepared<Drafted extends Draft>(
  context: PreviewContext,
  { issuer, tipoDte, existing, prepared }: Previewed<Drafted>,
): Promise<Preview<Drafted> | Refusal> {
  if (existing !== null && existing.tipoDte !== tipoDte)
    return refuse('doc_type_changed', { issued: existing.tipoDte, requested: tipoDte });
  const drafted = draftedFor(existing, prepared);
  if (drafted.kind === 'problems') return refuseProblems(drafted.problems);
  const { draft, generation } = drafted;
  const { ambiente } = issuer.company;
  const nowMs = context.clock.now();
  const postedMs = existing?.postedMs ?? nowMs;
  const unready = await unreadyToSign(context, issuer);
  return {
    kind: 'preview',
    tipoDte,
    generation,
    draft,
    text: unnumberedText(draft.text, { tipoDte, generation, ambiente, postedMs }),
    warnings: [
      ...generationWarnings(issuer.company, tipoDte, nowMs),
      ...(existing === null ? [] : [existingWarning(existing)]),
      ...(unready === null ? [] : [{ code: 'cannot_sign' as const, path: '', message: unready.detail }]),
    ],
  };
}

/** A number keeps its place: what exists is drafted again as its number wants it, as a claim would ask for. */
function draftedFor<Drafted extends Draft>(existing: DocumentRecord | null, prepared: Prepared<Drafted>) {
  const { draft, generation, redraft } = prepared;
  if (existing === null || existing.state === 'stamped')
    return { kind: 'drafted' as const, draft, generation };
  const wanted = generationOfNumber(existing, generation);
  const again = redraft(existing, wanted);
  return again.kind === 'problems' ? again : { kind: 'drafted' as const, draft: again, generation: wanted };
}

function existingWarning({ state, numeroControl }: DocumentRecord): Warning {
  const path = 'external_ref';
  if (state === 'stamped') {
    const message = `Ya tiene el documento sellado ${numeroControl}: emitir lo devuelve, y no emite nada.`;
    return { code: 'already_stamped', path, message };
  }
  return { code: 'keeps_number', path, message: `Ya tiene el número ${numeroControl}: emitir lo conserva.` };
}
