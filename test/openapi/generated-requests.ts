import fc from 'fast-check';
import { EXCHANGES } from '../../src/http/openapi/exchanges.ts';
import { isJson } from '../support/http-caller.ts';
import { admitted } from './arbitrary.ts';
import type { DescribedOperation, Description } from './description.ts';
import { MUTATIONS, mutated } from './mutations.ts';

/** A request as it goes over the wire. */
export interface GeneratedRequest {
  readonly operationId: string;
  readonly method: 'GET' | 'POST';
  readonly address: string;
  /** JSON text, or what is none; null without a body. */
  readonly body: string | null;
}

/** Names of documents. So few are common that requests meet each other's documents, under other types and with other data. */
function referencesOf(common: number): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.nat({ max: common }).map((number) => `ref-${number}`) },
    { weight: 1, arbitrary: fc.constantFrom('CAJA1-000123', 'CCF-000045', 'ñ/é?&#%', '😀', 'x'.repeat(100)) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 110 }) },
  );
}

/** Bytes that are no body of anything. */
const NO_BODIES = fc.constantFrom(
  ...['', '{', '[', 'null', '"x"', '[]', '{}', '{"lines":', '{"a":1,"a":2}', '{"lines":[1e400]}', '\uFEFF{}'],
  ...['['.repeat(40) + ']'.repeat(40), '{"lines":[{"quantity":1E2}]}', 'lines=1', '{"lines":[-0]}'],
);

/** Requests to every operation: some right, most nearly so, some hopeless. `common` references are used again and again. */
export function generatedRequests(description: Description, common: number): fc.Arbitrary<GeneratedRequest> {
  const references = referencesOf(common);
  return fc.oneof(
    ...description.operations.map((operation) => ({
      // What issues is worth more looks than what reads.
      weight: operation.bodySchema === null ? 1 : 4,
      arbitrary: requestsTo(operation, description, references),
    })),
  );
}

function requestsTo(
  operation: DescribedOperation,
  description: Description,
  references: fc.Arbitrary<string>,
): fc.Arbitrary<GeneratedRequest> {
  const { operationId, method } = operation;
  return fc.record({
    operationId: fc.constant(operationId),
    method: fc.constant(method),
    address: addressesOf(operation, references),
    body: operation.bodySchema === null ? fc.constant(null) : bodiesOf(operation, description, references),
  });
}

function addressesOf(
  { path, parameters }: DescribedOperation,
  references: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const [name] = parameters.filter((one) => one['in'] === 'path').map((one) => String(one['name']));
  const queries = parameters.filter((one) => one['in'] === 'query').map((one) => String(one['name']));
  const place = references.map((reference) => path.replace(`{${name}}`, encoded(reference)));
  return fc.tuple(place, queryOf(queries)).map(([address, query]) => `${address}${query}`);
}

/** Half a pair of Unicode cannot be written in an address. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function queryOf(names: readonly string[]): fc.Arbitrary<string> {
  const values = fc.oneof(
    fc.constantFrom('1', '0', '-1', '99999999', 'json', 'invoice', 'ticket', '58', 'true', '', 'panaderia'),
    fc.string({ maxLength: 30 }),
  );
  const known = fc.constantFrom(...names, ...names, ...names, ...names, 'token', 'serach');
  const pairs = fc.array(fc.tuple(known, values), { maxLength: 2 });
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant('') },
    {
      weight: 2,
      arbitrary: pairs.map((some) => (some.length === 0 ? '' : `?${some.map(pairText).join('&')}`)),
    },
  );
}

function pairText([name, value]: readonly [string, string]): string {
  return `${name}=${encoded(value)}`;
}

function bodiesOf(
  operation: DescribedOperation,
  description: Description,
  references: fc.Arbitrary<string>,
): fc.Arbitrary<string | null> {
  const examples = EXCHANGES.filter(({ operationId }) => operationId === operation.operationId).flatMap(
    ({ body }) => (isJson(body) ? [body] : []),
  );
  const nearly = fc.tuple(fc.constantFrom(...examples), MUTATIONS).map(([body, some]) => mutated(body, some));
  const whole = admitted(operation.bodySchema, description.follow);
  return fc.oneof(
    { weight: 9, arbitrary: referring(nearly, references) },
    { weight: 4, arbitrary: referring(whole, references) },
    { weight: 1, arbitrary: NO_BODIES },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

/** CCF that stand ready for notes. */
export const CCF_REFERENCES: readonly string[] = Array.from({ length: 10 }, (_, number) => `ccf-${number}`);

const OTHERS = ['document_id', 'replacement_document_id'];

/** The body with references of the few where it has any. */
function referring(bodies: fc.Arbitrary<unknown>, references: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const others = fc.oneof(references, fc.constantFrom(...CCF_REFERENCES));
  return fc.tuple(bodies, references, others).map(([body, own, other]) => {
    if (!isJson(body)) return JSON.stringify(body) ?? 'null';
    const named = Object.entries(body).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      if (name === 'external_ref') return [name, own];
      return [name, OTHERS.includes(name) ? other : value];
    });
    return JSON.stringify(Object.fromEntries(named));
  });
}
