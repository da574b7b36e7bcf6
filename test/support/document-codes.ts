import { createSecretKey, randomUUID } from 'node:crypto';
import type { CodigoGeneracion } from '../../src/core/identifiers/official.ts';
import type { Identities } from '../../src/operations/documents/issuing-context.ts';
import { generationCode } from '../../src/signer/generation-code.ts';
import { codeOf } from './identifiers.ts';

const SECRET = createSecretKey(Buffer.alloc(32, 'fictitious'));

/** The codes of documents as a node derives them, under a secret that everybody knows. */
export const documentCode: Identities['documentCode'] = (document, count) =>
  generationCode(SECRET, document, count);

/** Codes of one document that nobody else has. */
export function freshCodes(): (count: number) => CodigoGeneracion {
  const codes: CodigoGeneracion[] = [];
  return (count) => {
    codes[count] ??= codeOf(randomUUID().toUpperCase());
    return codes[count];
  };
}
