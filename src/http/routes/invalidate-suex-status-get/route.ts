import { SUJETO_EXCLUIDO } from '../../../core/dte/types/sujeto-excluido.ts';
import { requireKey } from '../../access.ts';
import type { App, ServerParts } from '../../app.ts';
import { invalidationFor } from '../../invalidate.ts';
import { INVALIDATION_RESPONSES, invalidationAnswer } from '../../invalidation-answers.ts';
import { sendRefusal } from '../../problems.ts';
import { ID_OR_REF } from '../../status.ts';

/** GET /invalidate/suex/status/{id_or_ref}: the same for documents of type 14 alone. */
export function registerInvalidateSuexStatusGet(app: App, parts: ServerParts): void {
  app.get(
    '/invalidate/suex/status/:id_or_ref',
    {
      onRequest: (request, reply) => requireKey(parts.access, request, reply),
      schema: {
        params: ID_OR_REF,
        response: INVALIDATION_RESPONSES,
      },
    },
    async (request, reply) => {
      const call = { request, idOrRef: request.params.id_or_ref, onlyType: SUJETO_EXCLUIDO.code } as const;
      const outcome = await invalidationFor(parts, call);
      if (outcome.kind === 'refused') return sendRefusal(reply, outcome);
      return invalidationAnswer(outcome, parts);
    },
  );
}
