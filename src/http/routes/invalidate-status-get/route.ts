import { SUJETO_EXCLUIDO } from '../../../core/dte/types/sujeto-excluido.ts';
import { getInvalidation } from '../../../operations/invalidations/get-invalidation.ts';
import type { App, ServerParts } from '../../app.ts';
import { explainedCancellation } from '../../explanations.ts';
import { INVALIDATION_RESPONSES, invalidationAnswer } from '../../invalidation-answers.ts';
import { sendRefusal } from '../../problems.ts';
import { ID_OR_REF } from '../../status.ts';
import { callerOf } from '../../visit.ts';

/** The addresses with the only type that they know; null for any. */
const ADDRESSES = [
  ['/invalidate/status/:id_or_ref', null],
  ['/invalidate/suex/status/:id_or_ref', SUJETO_EXCLUIDO.code],
] as const;

/** GET /invalidate/status/{id_or_ref} and its like for type 14 alone (design section 7): pure reads. */
export function registerInvalidateStatusGet(app: App, parts: ServerParts): void {
  const stores = { store: parts.issuing.store, invalidations: parts.invalidations };
  const schema = { params: ID_OR_REF, response: INVALIDATION_RESPONSES };
  for (const [address, onlyType] of ADDRESSES)
    app.get(address, { schema }, async (request, reply) => {
      const { companyId } = callerOf(request);
      const idOrRef = request.params.id_or_ref;
      const outcome = await getInvalidation(stores, { companyId, idOrRef, onlyType });
      if (outcome.kind === 'refused') return sendRefusal(reply, outcome);
      return explainedCancellation(parts, outcome, invalidationAnswer(outcome, parts));
    });
}
