import { getNoteStatus, signedView } from '../../../operations/documents/get-status.ts';
import { REFUSED_OR_NOT_FOUND } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { explained } from '../../explanations.ts';
import { NoteStatusSchema, noteStatusAnswer } from '../../note-answers.ts';
import { sendRefusal } from '../../problems.ts';
import { ID_OR_REF, STATUS_QUERY, signedFields, viewAsked } from '../../status.ts';

/** GET /credit-memo/status/{id_or_ref} (specification 4.4): a pure read. */
export function registerCreditMemoStatusGet(app: App, parts: ServerParts): void {
  const schema = {
    params: ID_OR_REF,
    querystring: STATUS_QUERY,
    response: { 200: NoteStatusSchema, ...REFUSED_OR_NOT_FOUND },
  };
  const config = { readsDocument: true };
  app.get('/credit-memo/status/:id_or_ref', { config, schema }, async (request, reply) => {
    const status = await getNoteStatus(parts.documents, await viewAsked(parts, request));
    if (status.kind === 'refused') return sendRefusal(reply, status);
    const signed = signedView(status.note, parts.payloadOf);
    const answer = { ...noteStatusAnswer(status, parts), ...signedFields(signed) };
    return explained(parts, status.note.record, answer);
  });
}
