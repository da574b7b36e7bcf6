import { SUJETO_EXCLUIDO } from '../../../core/dte/types/sujeto-excluido.ts';
import { requireKey } from '../../access.ts';
import type { App, ServerParts } from '../../app.ts';
import { invalidateFor } from '../../invalidate.ts';
import { INVALIDATION_RESPONSES, invalidationAnswer } from '../../invalidation-answers.ts';
import { InvalidationBodySchema } from '../../invalidation-fields.ts';
import { sendRefusal } from '../../problems.ts';
import { ID_OR_REF } from '../../status.ts';

/** POST /invalidate/suex/{id_or_ref} (specification 4.6): the same for documents of type 14 alone. */
export function registerInvalidateSuexPost(app: App, parts: ServerParts): void {
  app.post(
    '/invalidate/suex/:id_or_ref',
    {
      onRequest: (request, reply) => requireKey(parts.access, request, reply),
      config: { bodyMayBeEmpty: true },
      schema: {
        params: ID_OR_REF,
        body: InvalidationBodySchema,
        response: INVALIDATION_RESPONSES,
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const call = { request, idOrRef: params.id_or_ref, body, onlyType: SUJETO_EXCLUIDO.code } as const;
      const outcome = await invalidateFor(parts, call);
      if (outcome.kind === 'refused') return sendRefusal(reply, outcome);
      return invalidationAnswer(outcome, parts);
    },
  );
}
