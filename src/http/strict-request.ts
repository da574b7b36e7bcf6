import type { FastifyRequest } from 'fastify';
import { nearestName } from '../core/refusals/nearest-name.ts';
import { type FieldProblem, refuse } from '../core/refusals/refusal.ts';
import { textAsMeant } from '../requests/json-body.ts';
import { hintAt } from '../schema/problems.ts';
import { fieldsOf } from '../schema/schema-reading.ts';
import { InvalidRequest, RefusedRequest } from './errors.ts';
import { visitOf } from './visit.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a parameter that the route does not know is a mistake: without a filter, a list would hold everything. */
    readonly knowsAllParameters?: boolean;
  }
}

/**
 * Refuses what a route's schema does not see: a request that names its host never or twice (RFC 9112 section 3.2), and
 * parameters that are misspelt ones. Throws RefusedRequest. What else a program or a link brings along has no meaning here.
 * A link opened without a key is a browser's, and what other sites hang on links is no mistake of its reader.
 */
export function refuseLoose(request: FastifyRequest): void {
  if (!namesOneHost(request)) throw new RefusedRequest(refuse('malformed_request'));
  const { knowsAllParameters = false } = request.routeOptions.config;
  if (knowsAllParameters) forgetBlanks(request.query);
  const problems = visitOf(request).caller === null ? [] : misspeltParameters(request, knowsAllParameters);
  if (problems.length > 0) throw new InvalidRequest(problems);
}

/** Has the texts of an address mean what they mean in a body, before anything looks at them. */
export function readAddress({ params, query }: FastifyRequest): void {
  for (const part of [Object(params), Object(query)])
    for (const [name, value] of Object.entries(part))
      if (typeof value === 'string') Reflect.set(part, name, textAsMeant(value, name));
}

function namesOneHost({ raw }: FastifyRequest): boolean {
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  return hosts.length === 1 || (hosts.length === 0 && raw.httpVersion === '1.0');
}

/** A form sends the filters that nobody filled in as well. */
function forgetBlanks(query: unknown): void {
  if (typeof query !== 'object' || query === null) return;
  for (const [name, value] of Object.entries(query)) if (value === '') Reflect.deleteProperty(query, name);
}

function misspeltParameters(
  { query, routeOptions }: FastifyRequest,
  knowsAll: boolean,
): readonly FieldProblem[] {
  const sent = typeof query === 'object' && query !== null ? Object.keys(query) : [];
  const known = fieldsOf(routeOptions.schema?.querystring);
  return sent
    .filter((name) => !known.includes(name) && (knowsAll || nearestName(name, known) !== null))
    .map((name) => ({
      path: name,
      code: 'unknown_parameter',
      message: `No es un parámetro conocido.${listHint(name, known) ?? hintAt(name, known)}`,
    }));
}

/** PHP writes a list as `state[0]=a&state[1]=b`. */
function listHint(name: string, known: readonly string[]): string | null {
  const [base = ''] = name.split('[');
  return base !== name && known.includes(base) ? ` Envíe ${base} una vez; varios valores, con comas.` : null;
}
