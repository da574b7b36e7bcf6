import { requireKeyToRead } from '../../access.ts';
import type { App, ServerParts } from '../../app.ts';
import { sendRefusal } from '../../problems.ts';
import { STATUS_ROUTE_SCHEMA, statusFor } from '../../status.ts';

/** GET /status/{id_or_ref} (specification 4.7): a pure read. */
export function registerStatusGet(app: App, parts: ServerParts): void {
  app.get(
    '/status/:id_or_ref',
    {
      onRequest: (request, reply) => requireKeyToRead(parts.access, request, reply),
      schema: STATUS_ROUTE_SCHEMA,
    },
    async (request, reply) => {
      const outcome = statusFor(parts, request);
      return outcome.kind === 'refused' ? sendRefusal(reply, outcome) : outcome.answer;
    },
  );
}
