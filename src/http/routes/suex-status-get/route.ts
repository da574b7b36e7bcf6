import { requireKey } from '../../access.ts';
import type { App, ServerParts } from '../../app.ts';
import { sendRefusal } from '../../problems.ts';
import { STATUS_ROUTE_SCHEMA, statusFor } from '../../status.ts';

/** GET /suex/status/{id_or_ref} (design section 7): the same for documents of type 14 alone. */
export function registerSuexStatusGet(app: App, parts: ServerParts): void {
  app.get(
    '/suex/status/:id_or_ref',
    {
      onRequest: (request, reply) => requireKey(parts, request, reply),
      schema: STATUS_ROUTE_SCHEMA,
    },
    async (request, reply) => {
      const { params, query } = request;
      const call = { request, idOrRef: params.id_or_ref, query, onlyType: '14' } as const;
      const outcome = await statusFor(parts, call);
      return outcome.kind === 'refused' ? sendRefusal(reply, outcome) : outcome.answer;
    },
  );
}
