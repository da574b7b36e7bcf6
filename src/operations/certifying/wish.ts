import type { InvalidationWish, PersonWish } from '../../core/adjusting/read-motivo.ts';
import type { PlannedInvalidation } from '../../core/certifying/plan.ts';
import type { Company } from '../../core/company/company.ts';
import { firstCodePoints } from '../../core/dte/field-texts.ts';

const REASON = 'Prueba de certificación';
const CAT_022_NIT = '36';
/** `nombreResponsable` and `nombreSolicita`, in code points. */
const NAME_LIMIT = 100;

/** How the invalidation of a campaign is asked for: whom the company's settings name, and itself where they name nobody. */
export function wishOf(
  { invalidation, name, nit }: Company,
  { type, replacement }: PlannedInvalidation,
): InvalidationWish {
  const itself: PersonWish = {
    name: firstCodePoints(name, NAME_LIMIT),
    documentType: CAT_022_NIT,
    documentNumber: nit,
  };
  return {
    type,
    reason: REASON,
    responsible: invalidation.responsible ?? itself,
    requester: invalidation.requester ?? itself,
    replacement,
  };
}
