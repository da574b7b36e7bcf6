import { createHmac, type KeyObject, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createLimiter } from '../core/turns/line.ts';
import { normalizedPassword } from '../core/users/password.ts';
import type { PasswordHasher } from '../operations/users/ports.ts';

/** The parameters of scrypt (RFC 7914): `cost` is N, `block` r and `lanes` p. */
export interface ScryptCost {
  readonly cost: number;
  readonly block: number;
  readonly lanes: number;
}

/** OWASP Password Storage Cheat Sheet, scrypt, as of 2024: 128 MB and a third of a second. */
export const SCRYPT_COST: ScryptCost = { cost: 2 ** 17, block: 8, lanes: 1 };

/** Two at once where that leaves a processor to those who sell. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** How many wait for their turn; whoever comes then is told to come back. */
const MOST_WAITING = 20;

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const SHAPE = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([\w-]{22})\$([\w-]{43})$/;

/**
 * Hashes of passwords, with the parameters by which they were made: `scrypt$N$r$p$salt$hash`. What is hashed is an HMAC of
 * the password under a secret of the installation, so that whoever has the database alone cannot even guess.
 */
export function createPasswordHasher(secret: KeyObject, at: ScryptCost = SCRYPT_COST): PasswordHasher {
  const limiter = createLimiter(AT_ONCE);
  const isBusy = () => limiter.waiting() >= MOST_WAITING;
  const nobody = encoded({ ...at, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) });
  const peppered = (password: string) =>
    createHmac('sha256', secret).update('sello password 1\0').update(normalizedPassword(password)).digest();
  const derive = async (password: string, salt: Uint8Array, cost: ScryptCost) =>
    isBusy() ? null : limiter.run(() => scryptOf(peppered(password), salt, cost));
  return {
    isBusy,
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await derive(password, salt, at);
      return hash === null ? null : encoded({ ...at, salt, hash });
    },
    async check(password, stored) {
      const known = stored === null ? null : decoded(stored);
      const expected = known ?? decoded(nobody);
      if (expected === null) throw new Error('a hash of this program cannot be read');
      const hash = await derive(password, expected.salt, expected);
      if (hash === null) return 'busy';
      if (!timingSafeEqual(hash, expected.hash) || known === null) return 'wrong';
      const isOld = known.cost !== at.cost || known.block !== at.block || known.lanes !== at.lanes;
      return isOld ? 'right_but_old' : 'right';
    },
  };
}

interface StoredHash extends ScryptCost {
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

function encoded({ cost, block, lanes, salt, hash }: StoredHash): string {
  const [saltText, hashText] = [salt, hash].map((bytes) => Buffer.from(bytes).toString('base64url'));
  return `scrypt$${cost}$${block}$${lanes}$${saltText}$${hashText}`;
}

function decoded(text: string): StoredHash | null {
  const [, cost, block, lanes, salt = '', hash = ''] = SHAPE.exec(text) ?? [];
  if (cost === undefined) return null;
  return {
    cost: Number(cost),
    block: Number(block),
    lanes: Number(lanes),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

/** In a thread of its own. */
function scryptOf(
  password: Uint8Array,
  salt: Uint8Array,
  { cost: N, block: r, lanes: p }: ScryptCost,
): Promise<Buffer> {
  const maxmem = 128 * r * (N + p + 2) + 2 ** 20;
  return new Promise((resolve, reject) => {
    scrypt(password, salt, HASH_BYTES, { N, r, p, maxmem }, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });
}
