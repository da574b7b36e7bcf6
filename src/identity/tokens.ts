import { createHash, randomBytes } from 'node:crypto';
import type { TokenSource } from '../operations/users/ports.ts';

const BYTES = 32;

/** Tokens of 256 random bits in base64url; a fast hash is enough, because nobody can guess them. */
export const TOKENS: TokenSource = {
  fresh() {
    const token = randomBytes(BYTES).toString('base64url');
    return { token, hash: hashOf(token) };
  },
  hashOf,
};

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}
