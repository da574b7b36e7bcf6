import type { FastifyRequest } from 'fastify';
import type { Problem } from '../core/refusals/problem.ts';
import { refuse } from '../core/refusals/refusal.ts';
import { InvalidRequest, RefusedRequest } from './errors.ts';
import { fieldsOf, hintAt } from './validation.ts';
import { visitOf } from './visit.ts';

/**
 * Refuses what a route's schema does not see: a request that names its host never or twice (RFC 9112 section 3.2), and
 * parameters that the route does not know, which are misspelt ones. Throws RefusedRequest. A link opened without a key is
 * a browser's, and what other sites hang on links is no mistake of its reader.
 */
export function refuseLoose(request: FastifyRequest): void {
  if (!namesOneHost(request)) throw new RefusedRequest(refuse('malformed_request'));
  const problems = visitOf(request).caller === null ? [] : unknownParameters(request);
  if (problems.length > 0) throw new InvalidRequest(problems);
}

function namesOneHost({ raw }: FastifyRequest): boolean {
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  return hosts.length === 1 || (hosts.length === 0 && raw.httpVersion === '1.0');
}

function unknownParameters({ query, routeOptions }: FastifyRequest): readonly Problem[] {
  const sent = typeof query === 'object' && query !== null ? Object.keys(query) : [];
  const known = fieldsOf(routeOptions.schema?.querystring);
  return sent
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: name, message: `No es un parámetro conocido.${hintAt(name, known)}` }));
}
