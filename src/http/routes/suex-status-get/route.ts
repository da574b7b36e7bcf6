import { SUJETO_EXCLUIDO } from '../../../core/dte/types/sujeto-excluido.ts';
import { requireKeyToRead } from '../../access.ts';
import type { App, ServerParts } from '../../app.ts';
import { sendRefusal } from '../../problems.ts';
import { STATUS_ROUTE_SCHEMA, statusFor } from '../../status.ts';

/** GET /suex/status/{id_or_ref} (design section 7): the same for documents of type 14 alone. */
export function registerSuexStatusGet(app: App, parts: ServerParts): void {
  app.get(
    '/suex/status/:id_or_ref',
    {
      onRequest: (request, reply) => requireKeyToRead(parts.access, request, reply),
      schema: STATUS_ROUTE_SCHEMA,
    },
    async (request, reply) => {
      const outcome = statusFor(parts, request, SUJETO_EXCLUIDO.code);
      return outcome.kind === 'refused' ? sendRefusal(reply, outcome) : outcome.answer;
    },
  );
}
