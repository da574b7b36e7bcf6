import type { GivenClass } from '../core/declaring/given-class.ts';
import type { Order } from '../core/drafting/order.ts';
import { type Refusal, refuseProblems } from '../core/refusals/refusal.ts';
import type { Redirect } from '../operations/documents/ports.ts';
import { orderIn } from './any-body.ts';
import { InvoiceBodySchema } from './invoice/schema.ts';
import { conflictsOf, ownClassOf, redirectOf } from './order-parts.ts';
import { readValue } from './read-value.ts';
import { SuexBodySchema } from './suex/schema.ts';

/** A sale or a purchase that a body asks for; under which reference, the caller says. */
export interface IssuingRequest {
  readonly kind: 'request';
  readonly order: Order;
  readonly redirect: Redirect;
  readonly ownClass: GivenClass | undefined;
}

/** Which of the two bodies that are issued by hand a value is to be. */
export type IssuedByHand = 'sale' | 'purchase';

/** Reads a value that came by another way than JSON as the body of a sale or purchase. */
export function readIssuing(value: unknown, issued: IssuedByHand): IssuingRequest | Refusal {
  const read = issued === 'sale' ? readValue(value, InvoiceBodySchema) : readValue(value, SuexBodySchema);
  if (read.kind === 'refused') return read;
  const { body } = read;
  const conflicts = conflictsOf(body);
  if (conflicts.length > 0) return refuseProblems(conflicts);
  return {
    kind: 'request',
    order: orderIn(body),
    redirect: redirectOf(body),
    ownClass: ownClassOf(body),
  };
}
