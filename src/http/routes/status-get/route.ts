import { SUJETO_EXCLUIDO } from '../../../core/dte/types/sujeto-excluido.ts';
import { getStatus } from '../../../operations/documents/get-status.ts';
import { REFUSED_OR_NOT_FOUND, StatusSchema, statusAnswer } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { explained } from '../../explanations.ts';
import { sendRefusal } from '../../problems.ts';
import { ID_OR_REF, STATUS_QUERY, signedFields, viewAsked } from '../../status.ts';

/** The addresses with the only type that they know; null for any. */
const ADDRESSES = [
  ['/status/:id_or_ref', null],
  ['/suex/status/:id_or_ref', SUJETO_EXCLUIDO.code],
] as const;

/** GET /status/{id_or_ref} (specification 4.7), and GET /suex/status/{id_or_ref} for type 14 alone: pure reads. */
export function registerStatusGet(app: App, parts: ServerParts): void {
  const response = { 200: StatusSchema, ...REFUSED_OR_NOT_FOUND };
  const schema = { params: ID_OR_REF, querystring: STATUS_QUERY, response };
  for (const [address, onlyType] of ADDRESSES)
    app.get(address, { config: { readsDocument: true }, schema }, async (request, reply) => {
      const { payloadOf } = parts;
      const status = getStatus({ view: await viewAsked(parts, request), onlyType, payloadOf });
      if (status.kind === 'refused') return sendRefusal(reply, status);
      const answer = { ...statusAnswer(status.view, parts), ...signedFields(status.signed) };
      return explained(parts, status.view.record, answer);
    });
}
