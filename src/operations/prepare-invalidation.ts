import { type InvalidationWish, readMotivo } from '../core/adjusting/read-motivo.ts';
import { isInvalidated } from '../core/adjusting/standing.ts';
import { generationAt } from '../core/company/generation.ts';
import { invalidacionDraft } from '../core/dte/invalidacion.ts';
import { receptorData } from '../core/dte/receptor-data.ts';
import { decimal } from '../core/money/decimal.ts';
import { type Refusal, refuseProblems } from '../core/refusals/refusal.ts';
import { findDocument } from './find-document.ts';
import type { InvalidationSubject, NewInvalidation } from './invalidation-ports.ts';
import type { CreditNoteContext } from './issue-credit-note.ts';
import type { IssuingCompany } from './issuing-context.ts';
import type { DocumentRecord } from './ports.ts';

/** What an event is made of. */
export interface InvalidationPlan {
  readonly issuer: IssuingCompany;
  readonly wish: InvalidationWish;
  /** The stamped document. */
  readonly record: DocumentRecord;
  readonly subject: InvalidationSubject;
}

type PreparingContext = Pick<CreditNoteContext, 'clock' | 'identities' | 'store' | 'standings'>;

/** The event that a request wants, or what is wrong with the request. */
export async function prepareInvalidation(
  context: PreparingContext,
  plan: InvalidationPlan,
): Promise<NewInvalidation | Refusal> {
  const { issuer, wish, record, subject } = plan;
  const { company } = issuer;
  const nowMs = context.clock.now();
  const generation = generationAt(company, record.tipoDte, nowMs);
  const reading = readMotivo(wish, company, { tipoDte: record.tipoDte, generation });
  if (reading.kind === 'problems') return refuseProblems(reading.problems);
  const replacement = await findReplacement(context, plan);
  if (replacement !== null && 'status' in replacement) return replacement;
  const { summary, selloRecibido, ...document } = record;
  const draft = invalidacionDraft({
    ...{ company, generation, motivo: reading.motivo },
    document: {
      ...document,
      selloRecibido: selloRecibido ?? '',
      montoIva: decimal(summary.amountVat),
      receptor: receptorData(subject.draft),
    },
    codigoGeneracionR: replacement?.codigoGeneracion ?? null,
  });
  const codigoGeneracion = context.identities.codigoGeneracion();
  return { generation, codigoGeneracion, requestedMs: nowMs, draft };
}

/** The document that takes the other's place: stamped and valid, of the same company and type. */
async function findReplacement(
  context: PreparingContext,
  { issuer: { companyId }, wish, record }: InvalidationPlan,
): Promise<DocumentRecord | Refusal | null> {
  if (wish.replacement === null) return null;
  const refused = (message: string) => refuseProblems([{ path: 'replacement_document_id', message }]);
  const found = await findDocument(context.store, companyId, wish.replacement);
  if (found.kind === 'refused') return refused('No existe un documento con ese identificador o referencia.');
  const replacement = found.record;
  if (replacement.documentId === record.documentId) return refused('Es el mismo documento que se invalida.');
  if (replacement.tipoDte !== record.tipoDte)
    return refused(`Debe ser de tipo ${record.tipoDte}, como el documento que se invalida.`);
  if (replacement.state !== 'stamped') return refused('Todavía no tiene sello de Hacienda.');
  const standing = await context.standings.standing(companyId, replacement.documentId);
  return isInvalidated(standing) ? refused('Está invalidado.') : replacement;
}
