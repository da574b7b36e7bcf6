import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Ambiente } from '../core/dte/kinds.ts';
import { lengthPrefixed } from './length-prefixed.ts';

/** The row that a hash belongs to; in another row it proves nothing. */
export interface KeyIdentity {
  readonly keyId: string;
  readonly companyId: string;
  readonly ambiente: Ambiente;
}

/** The installation's secrets behind the hashes of API keys, of which the one with the highest version hashes new keys. */
export interface Peppers {
  /** By version, from 1 to 255. */
  readonly versions: ReadonlyMap<number, KeyObject>;
  /** Whether hashes of the first form are accepted, which any row could hold. */
  readonly acceptsUnbound: boolean;
}

/** The first form was the bare HMAC of the secret under the first pepper. */
const UNBOUND_BYTES = 32;
const BOUND = 2;
const HEAD_BYTES = 2;

export function newestPepper({ versions }: Peppers): number {
  return Math.max(...versions.keys());
}

/** The form of a stored hash; null where it has none that we know. */
export function formOf(stored: Uint8Array): { readonly isBound: boolean; readonly pepper: number } | null {
  if (stored.length === UNBOUND_BYTES) return { isBound: false, pepper: 1 };
  const [form, pepper] = stored;
  return form === BOUND && pepper !== undefined && stored.length === HEAD_BYTES + UNBOUND_BYTES
    ? { isBound: true, pepper }
    : null;
}

/** The hash of a new key's secret for its row. The secret is random: a slow hash adds nothing. */
export function hashSecret(secret: string, identity: KeyIdentity, peppers: Peppers): Buffer {
  const version = newestPepper(peppers);
  return bound(bareHash(secret, pepperOf(peppers, version)), identity, { peppers, version });
}

/** A hash of the first form, bound to its row, which takes no secret. */
export function bindHash(unbound: Uint8Array, identity: KeyIdentity, peppers: Peppers): Buffer {
  return bound(unbound, identity, { peppers, version: 1 });
}

/** A stored hash with its row; what no secret has stands for a key that does not exist, and costs as much. */
export interface StoredHash extends KeyIdentity {
  readonly secretHmac: Uint8Array;
}

const NOBODY: KeyIdentity = { keyId: '', companyId: '', ambiente: '00' };
const NO_HASH = randomBytes(HEAD_BYTES + UNBOUND_BYTES);

/** Whether the secret is that of the row, in the same time for every answer. */
export function secretMatches(secret: string, stored: StoredHash | null, peppers: Peppers): boolean {
  const form = stored === null ? null : formOf(stored.secretHmac);
  const known = form !== null && peppers.versions.has(form.pepper) ? form : null;
  const version = known?.pepper ?? newestPepper(peppers);
  const bare = bareHash(secret, pepperOf(peppers, version));
  const whole = bound(bare, stored ?? NOBODY, { peppers, version });
  const expected = known !== null && stored !== null ? stored.secretHmac : NO_HASH;
  const hash = expected.length === UNBOUND_BYTES ? bare : whole;
  return timingSafeEqual(hash, expected) && known !== null && (known.isBound || peppers.acceptsUnbound);
}

function pepperOf({ versions }: Peppers, version: number): KeyObject {
  const pepper = versions.get(version);
  if (pepper === undefined) throw new RangeError(`there is no pepper ${version}`);
  return pepper;
}

function bareHash(secret: string, pepper: KeyObject): Buffer {
  return createHmac('sha256', pepper).update(secret, 'utf8').digest();
}

function bound(
  bare: Uint8Array,
  { keyId, companyId, ambiente }: KeyIdentity,
  { peppers, version }: { readonly peppers: Peppers; readonly version: number },
): Buffer {
  const message = lengthPrefixed(
    'sello api key 2',
    keyId,
    companyId,
    ambiente,
    Buffer.from(bare).toString('base64'),
  );
  const mac = createHmac('sha256', pepperOf(peppers, version)).update(message).digest();
  return Buffer.concat([Buffer.from([BOUND, version]), mac]);
}
