import { createSecretKey, randomUUID } from 'node:crypto';
import type { CodigoGeneracion } from '../../src/core/identifiers/official.ts';
import { createIdentities } from '../../src/signer/derived.ts';
import { codeOf } from './identifiers.ts';

const SECRET = createSecretKey(Buffer.alloc(32, 'fictitious'));

/** The identities of a node, under a secret that everybody knows. */
export const IDENTITIES = createIdentities(SECRET);

/** Codes of one document that nobody else has. */
export function freshCodes(): (count: number) => CodigoGeneracion {
  const codes: CodigoGeneracion[] = [];
  return (count) => {
    codes[count] ??= codeOf(randomUUID().toUpperCase());
    return codes[count];
  };
}
