import { SUJETO_EXCLUIDO } from '../../../core/dte/types/sujeto-excluido.ts';
import { InvalidationBodySchema, wishOf } from '../../../requests/invalidation-fields.ts';
import type { App, ServerParts } from '../../app.ts';
import { explainedCancellation } from '../../explanations.ts';
import { INVALIDATION_RESPONSES, invalidationAnswer } from '../../invalidation-answers.ts';
import { sendRefusal } from '../../problems.ts';
import { ID_OR_REF } from '../../status.ts';
import { callerOf, invalidatingAt } from '../../visit.ts';

/** The addresses with the only type that they invalidate; null for any. */
const ADDRESSES = [
  ['/invalidate/:id_or_ref', null],
  ['/invalidate/suex/:id_or_ref', SUJETO_EXCLUIDO.code],
] as const;

/** POST /invalidate/{id_or_ref} (specification 4.5), and POST /invalidate/suex/{id_or_ref} (4.6) for type 14 alone. */
export function registerInvalidatePost(app: App, parts: ServerParts): void {
  const { issuing, standings, payloadOf, invalidations, invalidationAuthority } = parts;
  const context = { ...issuing, standings, payloadOf, invalidations, invalidationAuthority };
  const schema = { params: ID_OR_REF, body: InvalidationBodySchema, response: INVALIDATION_RESPONSES };
  for (const [address, onlyType] of ADDRESSES)
    app.post(address, { config: { bodyMayBeEmpty: true }, schema }, async (request, reply) => {
      const { companyId, company } = callerOf(request);
      const outcome = await parts.sales.cancel(invalidatingAt(request, context), {
        issuer: { companyId, company },
        idOrRef: request.params.id_or_ref,
        wish: wishOf(request.body),
        onlyType,
      });
      if (outcome.kind === 'refused') return sendRefusal(reply, outcome);
      return explainedCancellation(parts, outcome, invalidationAnswer(outcome, parts));
    });
}
