import { createHmac, type KeyObject } from 'node:crypto';
import { lengthPrefixed } from './length-prefixed.ts';

/**
 * The passes by which transactions prove to the database for whom they act: an HMAC-SHA-256 of the scope under a secret
 * that the database does not have, so that a statement which somebody smuggled into a company's transaction reaches no
 * other scope.
 */
export function createPasses(passSecret: KeyObject): (scope: string) => string {
  return (scope) =>
    createHmac('sha256', passSecret).update(lengthPrefixed('sello pass 1', scope)).digest('base64url');
}
