import type { Order } from '../../src/core/issuing/order.ts';
import { exampleCompany } from '../support/example-company.ts';
import { exampleOrder } from '../support/example-order.ts';
import { exampleSubject } from '../support/example-parties.ts';
import type { Asking } from './invariants/of-answers.ts';
import { markText } from './signed-text.ts';

/** The one company of a simulated world. */
export const COMPANY = exampleCompany();
export const COMPANY_ID = '6a2f4b1c-0000-4000-8000-000000000001';

/** A sale, or the purchase of the same thing, that carries the caller's mark into the signed bytes. */
export function orderOf(asking: Asking): Order {
  const observations = markText(asking);
  return asking.tipoDte === '14'
    ? exampleOrder({ tipoDte: '14', customer: exampleSubject(), observations })
    : exampleOrder({ observations });
}
