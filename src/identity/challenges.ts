import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { LIFETIMES } from '../core/users/lifetimes.ts';
import type { TokenHash } from '../operations/users/ports.ts';

/** Challenges for devices, which say themselves until when they hold and for what, so that nothing of them is kept. */
export interface Challenges {
  fresh(purpose: string): Buffer;
  /** What is kept of one that holds for this purpose, in base64url; null for any other text. */
  hashOf(text: string, purpose: string): TokenHash | null;
}

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 16;
const HEAD_BYTES = RANDOM_BYTES + TIME_BYTES;

export function createChallenges(secret: KeyObject, now: () => number): Challenges {
  const macOf = (head: Uint8Array, purpose: string) =>
    createHmac('sha256', secret)
      .update(`sello challenge 1\0${purpose}\0`)
      .update(head)
      .digest()
      .subarray(0, MAC_BYTES);
  return {
    fresh(purpose) {
      const head = Buffer.alloc(HEAD_BYTES);
      randomBytes(RANDOM_BYTES).copy(head);
      head.writeUIntBE(Math.floor(now()) + LIFETIMES.challengeMs, RANDOM_BYTES, TIME_BYTES);
      return Buffer.concat([head, macOf(head, purpose)]);
    },
    hashOf(text, purpose) {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length !== HEAD_BYTES + MAC_BYTES) return null;
      const head = bytes.subarray(0, HEAD_BYTES);
      if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), macOf(head, purpose))) return null;
      if (head.readUIntBE(RANDOM_BYTES, TIME_BYTES) < now()) return null;
      return createHash('sha256').update(bytes).digest();
    },
  };
}
