import { type Refusal, refuseProblems } from '../core/refusals/refusal.ts';
import { isOf, requestProblemsIn } from '../schema/check.ts';
import type { Static, TSchema } from '../schema/schema.ts';
import { asMeant, firstBadText } from './json-body.ts';

/** Reads a value that came by another way than JSON as the body of a request, as strictly as one that came so. */
export function readValue<Schema extends TSchema>(
  value: unknown,
  schema: Schema,
): { readonly kind: 'body'; readonly body: Static<Schema> } | Refusal {
  const bad = firstBadText(value, '');
  if (bad !== null) return refuseProblems([bad]);
  const body = asMeant({ value, numbers: new Map() }, schema);
  return isOf(schema, body) ? { kind: 'body', body } : refuseProblems(requestProblemsIn(body, schema));
}
