import { placeholderAfter } from '../../core/adjusting/placeholder-choice.ts';
import { type InvalidationWish, readMotivo, whyNotReplacement } from '../../core/adjusting/read-motivo.ts';
import { invalidacionDraft } from '../../core/dte/invalidacion.ts';
import { EVENTS, generationAt, type TipoDte } from '../../core/dte/kinds.ts';
import { receptorData } from '../../core/dte/receptor-data.ts';
import { decimal } from '../../core/money/decimal.ts';
import { type Refusal, refuse, refuseProblems } from '../../core/refusals/refusal.ts';
import type { CreditNoteContext } from '../credit-notes/issue-credit-note.ts';
import { findDocument } from '../documents/find-document.ts';
import type { IssuingCompany } from '../documents/issuing-context.ts';
import type { DocumentRecord, StampedRecord } from '../documents/ports.ts';
import type { InvalidationSubject, NewInvalidation } from './ports.ts';

/** What an event is made of. */
interface InvalidationPlan {
  readonly issuer: IssuingCompany;
  readonly wish: InvalidationWish;
  readonly record: StampedRecord;
  readonly subject: InvalidationSubject;
}

type PreparingContext = Pick<CreditNoteContext, 'clock' | 'identities' | 'store' | 'standings'>;

/** A document that the authority has stamped in the company's environment, of this type where one is asked for. */
export async function findStamped(
  { store }: Pick<PreparingContext, 'store'>,
  { companyId, company }: IssuingCompany,
  idOrRef: string,
  onlyType: TipoDte | null,
): Promise<{ readonly kind: 'stamped'; readonly record: StampedRecord } | Refusal> {
  const found = await findDocument(store, companyId, idOrRef);
  if (found.kind === 'refused') return found;
  const { record } = found;
  if (record.ambiente !== company.ambiente) return refuse('document_not_found');
  if (onlyType !== null && record.tipoDte !== onlyType)
    return refuse('other_doc_type', { type: record.tipoDte, expected: onlyType });
  return record.state === 'stamped' ? { kind: 'stamped', record } : refuse('not_stamped');
}

/** The event that a request wants, or what is wrong with the request. */
export async function prepareInvalidation(
  context: PreparingContext,
  plan: InvalidationPlan,
): Promise<NewInvalidation | Refusal> {
  const { issuer, wish, record, subject } = plan;
  const { company } = issuer;
  const nowMs = context.clock.now();
  const generation = generationAt(company, EVENTS, nowMs);
  const reading = readMotivo(wish, company, { tipoDte: record.tipoDte, generation });
  if (reading.kind === 'problems') return refuseProblems(reading.problems);
  const replacement = await findReplacement(context, plan);
  if (replacement !== null && 'status' in replacement) return replacement;
  const { summary, ...document } = record;
  const draft = invalidacionDraft({
    company,
    generation,
    motivo: reading.motivo,
    document: {
      ...document,
      montoIva: decimal(summary.amountVat),
      receptor: receptorData(subject.draft),
    },
    codigoGeneracionR: replacement?.codigoGeneracion ?? null,
    placeholder: placeholderAfter(subject.invalidation),
  });
  const codigoGeneracion = context.identities.codigoGeneracion();
  return { generation, codigoGeneracion, requestedMs: nowMs, draft };
}

/** The document that takes the other's place; null where none is named. */
async function findReplacement(
  { store, standings }: PreparingContext,
  { issuer: { companyId }, wish, record }: InvalidationPlan,
): Promise<DocumentRecord | Refusal | null> {
  if (wish.replacement === null) return null;
  const found = await findDocument(store, companyId, wish.replacement);
  const replacement = found.kind === 'found' ? found.record : null;
  const standing = replacement === null ? null : await standings.standing(companyId, replacement.documentId);
  const candidate = replacement === null || standing === null ? null : { ...replacement, standing };
  const why = whyNotReplacement(candidate, record);
  if (why === null) return replacement;
  const code = candidate === null ? 'unknown_document' : 'wrong_document';
  return refuseProblems([{ path: 'replacement_document_id', code, message: why }]);
}
