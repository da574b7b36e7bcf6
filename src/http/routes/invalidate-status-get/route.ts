import { requireKey } from '../../access.ts';
import type { App, ServerParts } from '../../app.ts';
import { invalidationFor } from '../../invalidate.ts';
import { INVALIDATION_RESPONSES, invalidationAnswer } from '../../invalidation-answers.ts';
import { sendRefusal } from '../../problems.ts';
import { ID_OR_REF } from '../../status.ts';

/** GET /invalidate/status/{id_or_ref} (design section 7): how the invalidation stands; a pure read. */
export function registerInvalidateStatusGet(app: App, parts: ServerParts): void {
  app.get(
    '/invalidate/status/:id_or_ref',
    {
      onRequest: (request, reply) => requireKey(parts.access, request, reply),
      schema: {
        params: ID_OR_REF,
        response: INVALIDATION_RESPONSES,
      },
    },
    async (request, reply) => {
      const call = { request, idOrRef: request.params.id_or_ref, onlyType: null } as const;
      const outcome = await invalidationFor(parts, call);
      if (outcome.kind === 'refused') return sendRefusal(reply, outcome);
      return invalidationAnswer(outcome, parts);
    },
  );
}
