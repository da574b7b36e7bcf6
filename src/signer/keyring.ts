import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomBytes } from 'node:crypto';
import { lengthPrefixed } from './length-prefixed.ts';
import { decodeStrict } from './strict-base64.ts';

/** Owner of secrets that belong to no company, such as the pepper of the API keys. */
export const INSTALLATION = 'installation';

/** What a sealed value belongs to; it opens under exactly the binding it was sealed under. */
export interface SealBinding {
  /** A company's id, or `INSTALLATION`. */
  readonly owner: string;
  /** What the secret is for, like `certificate/00`. */
  readonly purpose: string;
}

/**
 * Why a sealed value does not open: it is not in our format, another master key wrapped it, or its bytes or its
 * binding are not those it was sealed with.
 */
export type SealFailure = 'malformed' | 'other_master_key' | 'not_authentic';

/** Thrown by `open` and `rewrap`; neither its text nor its fields hold anything of the secret. */
export class SealError extends Error {
  readonly failure: SealFailure;

  constructor(failure: SealFailure) {
    super(`sealed value cannot be opened: ${failure}`);
    this.name = 'SealError';
    this.failure = failure;
  }
}

export interface Keyring {
  /** Printable text that only this master key and this binding open; two seals of one secret differ. */
  seal(secret: Uint8Array, binding: SealBinding): string;
  /** Throws SealError where the value was changed, moved to another binding, or wrapped by another master key. */
  open(sealed: string, binding: SealBinding): Buffer;
}

/** A keyring that may be in another process. */
export interface Sealer {
  seal(secret: Uint8Array, binding: SealBinding): string | Promise<string>;
  /** Throws or rejects as `Keyring` does. */
  open(sealed: string, binding: SealBinding): Buffer | Promise<Buffer>;
}

/** The parts of `sello1.<master id>.<wrapped data key>.<body>`, the last three in base64url. */
interface SealedParts {
  readonly masterId: string;
  readonly wrappedKey: Buffer;
  readonly body: Buffer;
}

const FORMAT = 'sello1';
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MASTER_ID_BYTES = 9;

/**
 * Seals under one master key of 32 bytes and opens under it, and under another while one takes the other's place. Throws
 * RangeError for a key of another size.
 */
export function createKeyring(master: KeyObject, other: KeyObject | null = null): Keyring {
  const masterId = masterIdOf(master);
  const otherId = other === null ? null : masterIdOf(other);
  return {
    seal(secret, binding) {
      const dataKey = randomBytes(KEY_BYTES);
      const body = encrypt(dataKey, secret, bodyAad(binding));
      const wrappedKey = encrypt(master, dataKey, wrapAad(masterId));
      dataKey.fill(0);
      return formatSealed({ masterId, wrappedKey, body });
    },
    open(sealed, binding) {
      const isOther = other !== null && sealed.split('.')[1] === otherId;
      const [opener, openerId] = isOther ? [other, masterIdOf(other)] : [master, masterId];
      const { wrappedKey, body } = partsFor(sealed, openerId);
      const dataKey = decrypt(opener, wrappedKey, wrapAad(openerId));
      const secret = decrypt(dataKey, body, bodyAad(binding));
      dataKey.fill(0);
      return secret;
    },
  };
}

/**
 * The same sealed secret under another master key: only the data key is wrapped again, so neither the secret nor its
 * binding has to be known. One that is under the new master key already stays as it is. Throws SealError where
 * neither opens it.
 */
export function rewrap(sealed: string, oldMaster: KeyObject, newMaster: KeyObject): string {
  const oldId = masterIdOf(oldMaster);
  const masterId = masterIdOf(newMaster);
  if (isUnder(sealed, newMaster)) return sealed;
  const { wrappedKey, body } = partsFor(sealed, oldId);
  const dataKey = decrypt(oldMaster, wrappedKey, wrapAad(oldId));
  const sealedAnew = formatSealed({
    masterId,
    wrappedKey: encrypt(newMaster, dataKey, wrapAad(masterId)),
    body,
  });
  dataKey.fill(0);
  return sealedAnew;
}

/** Whether the sealed value is under this master key. Throws SealError where it only says so. */
export function isUnder(sealed: string, master: KeyObject): boolean {
  if (sealed.split('.')[1] !== masterIdOf(master)) return false;
  const { wrappedKey } = partsFor(sealed, masterIdOf(master));
  decrypt(master, wrappedKey, wrapAad(masterIdOf(master))).fill(0);
  return true;
}

/** A name for a master key that says nothing about it; it tells which values a rotation has reached. */
export function masterIdOf(master: KeyObject): string {
  if (master.symmetricKeySize !== KEY_BYTES) throw new RangeError('a master key has 32 bytes');
  const digest = createHmac('sha256', master).update(`${FORMAT} master id`).digest();
  return digest.subarray(0, MASTER_ID_BYTES).toString('base64url');
}

function formatSealed({ masterId, wrappedKey, body }: SealedParts): string {
  return `${FORMAT}.${masterId}.${wrappedKey.toString('base64url')}.${body.toString('base64url')}`;
}

function partsFor(sealed: string, ownMasterId: string): SealedParts {
  const [format, masterId, wrapped, rest, ...more] = sealed.split('.');
  if (format !== FORMAT || masterId === undefined || more.length > 0) throw new SealError('malformed');
  const wrappedKey = decodeStrict(wrapped ?? '', 'base64url');
  const body = decodeStrict(rest ?? '', 'base64url');
  if (wrappedKey?.length !== NONCE_BYTES + KEY_BYTES + TAG_BYTES) throw new SealError('malformed');
  if (body === null || body.length < NONCE_BYTES + TAG_BYTES) throw new SealError('malformed');
  if (masterId !== ownMasterId) throw new SealError('other_master_key');
  return { masterId, wrappedKey, body };
}

function wrapAad(masterId: string): Buffer {
  return lengthPrefixed(FORMAT, 'data key', masterId);
}

function bodyAad({ owner, purpose }: SealBinding): Buffer {
  return lengthPrefixed(FORMAT, 'secret', owner, purpose);
}

/** Nonce, ciphertext and tag in one. */
function encrypt(key: KeyObject | Buffer, plain: Uint8Array, aad: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(aad);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: KeyObject | Buffer, sealed: Buffer, aad: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(aad);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new SealError('not_authentic');
  }
}
