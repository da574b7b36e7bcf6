import type { GivenClass } from '../core/declaring/given-class.ts';
import type { Order } from '../core/drafting/order.ts';
import type { ExternalRef } from '../core/identifiers/external-ref.ts';
import { type Refusal, refuseProblems } from '../core/refusals/refusal.ts';
import type { Redirect } from '../operations/documents/ports.ts';
import { isOf, requestProblemsIn } from '../schema/check.ts';
import { orderIn } from './any-body.ts';
import { InvoiceBodySchema } from './invoice/schema.ts';
import type { IssuingBody } from './issuing-fields.ts';
import { asMeant, firstBadText } from './json-body.ts';
import { conflictsOf, ownClassOf, readReference, redirectOf } from './order-parts.ts';
import { SuexBodySchema } from './suex/schema.ts';

/** A sale or a purchase that a body asks for. */
export interface IssuingRequest {
  readonly kind: 'request';
  readonly externalRef: ExternalRef;
  readonly order: Order;
  readonly redirect: Redirect;
  readonly ownClass: GivenClass | undefined;
}

/** Which of the two bodies that are issued by hand a value is to be. */
export type IssuedByHand = 'sale' | 'purchase';

/** Reads a value that came by another way than JSON as the body of a sale or purchase, as strictly as one that came so. */
export function readIssuing(value: unknown, issued: IssuedByHand): IssuingRequest | Refusal {
  const bad = firstBadText(value, '');
  if (bad !== null) return refuseProblems([bad]);
  return issued === 'sale' ? readAs(value, InvoiceBodySchema) : readAs(value, SuexBodySchema);
}

function readAs(
  value: unknown,
  schema: typeof InvoiceBodySchema | typeof SuexBodySchema,
): IssuingRequest | Refusal {
  const body = asMeant({ value, numbers: new Map() }, schema);
  if (!isOf(schema, body)) return refuseProblems(requestProblemsIn(body, schema));
  const { external_ref: reference = null }: IssuingBody = body;
  const read = readReference(reference ?? '', conflictsOf(body));
  if (read.kind === 'refused') return read;
  return {
    kind: 'request',
    externalRef: read.externalRef,
    order: orderIn(body),
    redirect: redirectOf(body),
    ownClass: ownClassOf(body),
  };
}
