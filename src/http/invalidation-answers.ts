import { awaitedStateOf } from '../core/submitting/states.ts';
import type { CancelledBy, CancelledDocument } from '../operations/invalidations/invalidate-document.ts';
import { type Static, Type, titled } from '../schema/schema.ts';
import {
  fileUrl,
  INVALIDATION_STATE,
  IssuedSchema,
  issuedAnswer,
  type LinkMaker,
  REFUSED_OR_NOT_FOUND,
  verdictOf,
} from './answers.ts';
import type { Unexplained } from './explanations.ts';
import { noteMessage } from './note-answers.ts';

/** How an attempt to take a document back stands (specification 3.2 and 4.5). */
export const InvalidationSchema = titled('Invalidation', {
  ...IssuedSchema.properties,
  success: Type.Boolean({ description: 'La invalidación quedó registrada: sellada o en contingencia.' }),
  dte_success: Type.Boolean({
    description: 'Hacienda invalidó el documento, o selló la nota que lo anula.',
  }),
  rejected: Type.Boolean({
    description: 'Hacienda la rechazó: el documento sigue vigente; vea observaciones.',
  }),
  generation_code: Type.String({
    description: 'Código de generación del evento, o de la nota que lo anula.',
  }),
  reception_stamp: Type.String({
    description: 'Sello del evento o de la nota; vacío sin sello, o si se perdió en el camino.',
  }),
  is_duplicate: Type.Boolean({ description: 'El documento ya estaba invalidado o anulado.' }),
  invalidated: Type.Boolean({ description: 'La invalidación se intentó; vea los demás indicadores.' }),
  invalidation_state: INVALIDATION_STATE,
  created_credit_memo: Type.Boolean({
    description: 'El CCF estaba fuera de plazo: se anula con una nota de crédito creada para ello.',
  }),
  credit_memo_id: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'La nota de crédito que anula el CCF, si la hay.',
  }),
  invalidation_url: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'El PDF del evento de invalidación; null mientras no tiene sello.',
  }),
});
export type InvalidationAnswer = Static<typeof InvalidationSchema>;

/** What every route of an invalidation may answer. */
export const INVALIDATION_RESPONSES = {
  200: InvalidationSchema,
  ...REFUSED_OR_NOT_FOUND,
};

const DATA_DROPPED = 'Los datos nuevos no se aplicaron: la invalidación ya enviada conserva los suyos.';

/** Identity and links are the document's; flags, code, seal and messages are of what takes it back. */
export function invalidationAnswer(
  cancelled: CancelledDocument,
  maker: LinkMaker,
): Unexplained<InvalidationAnswer> {
  const { record, by, isDuplicate, dataDropped } = cancelled;
  const said =
    by.kind === 'event'
      ? verdictOf(by.event, by.event.message)
      : verdictOf(by.note, noteMessage(by.note, record));
  const message = [said.dte_message, dataDropped ? DATA_DROPPED : ''].join(' ').trim();
  return {
    ...issuedAnswer(record, isDuplicate, maker),
    ...said,
    dte_message: message,
    invalidated: true,
    invalidation_state: awaitedStateOf(by.kind === 'event' ? by.event.state : by.note.state),
    ...creditMemoOf(by),
    invalidation_url:
      by.kind === 'event' && by.event.state === 'sealed' ? fileUrl(record, 'invalidation', maker) : null,
  };
}

function creditMemoOf(by: CancelledBy) {
  if (by.kind === 'event') return { created_credit_memo: false, credit_memo_id: null };
  return { created_credit_memo: by.automatic, credit_memo_id: by.note.documentId };
}
