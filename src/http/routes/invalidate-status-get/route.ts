import { requireKey } from '../../access.ts';
import { ErrorSchema } from '../../answers.ts';
import type { App, ServerParts } from '../../app.ts';
import { invalidationFor } from '../../invalidate.ts';
import { InvalidationSchema, invalidationAnswer } from '../../invalidation-answers.ts';
import { sendRefusal } from '../../problems.ts';
import { ID_OR_REF } from '../../status.ts';

/** GET /invalidate/status/{id_or_ref} (design section 7): how the invalidation stands; a pure read. */
export function registerInvalidateStatusGet(app: App, parts: ServerParts): void {
  app.get(
    '/invalidate/status/:id_or_ref',
    {
      onRequest: (request, reply) => requireKey(parts, request, reply),
      schema: {
        params: ID_OR_REF,
        response: {
          200: InvalidationSchema,
          400: ErrorSchema,
          401: ErrorSchema,
          404: ErrorSchema,
          429: ErrorSchema,
          500: ErrorSchema,
        },
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
