import { type KeyObject, sign } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createRecent } from '../core/memory/recent.ts';
import { createLimiter } from '../core/turns/line.ts';
import type { CompanyAccount } from '../operations/authority/ports.ts';
import { publicHalf, readPrivateKey, readPublicKey } from './key-pair.ts';
import {
  createKeyring,
  isUnder,
  type Keyring,
  masterIdOf,
  type SealBinding,
  SealError,
  type Sealer,
} from './keyring.ts';

/** A company's key pair as it is stored. */
export interface SealedKey {
  /** What the private key is sealed under. */
  readonly binding: SealBinding;
  /** Changes with every import; what is kept in memory is kept under it. */
  readonly certificateId: string;
  /** PKCS#8 DER, sealed. */
  readonly sealedPrivateKey: string;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKeySpki: Uint8Array;
}

/** Private keys that are used where they are. */
export interface PrivateKeys {
  /** Why this private key cannot sign, in a fixed text for the operator's log; null where it can. */
  trouble(key: SealedKey): Promise<string | null>;
  /** The RS512 signature of these bytes. Rejects where none can be made. */
  sign(key: SealedKey, bytes: Uint8Array): Promise<Buffer>;
}

/** Whoever holds the master key, and opens private keys with it: this process, or one that does nothing else. */
export interface KeyHolder extends Sealer, PrivateKeys {
  /** Names of the master keys that open, as `masterIdOf` makes them; the first one seals. */
  readonly masters: readonly string[];
  /** Whether nobody holds them now, because whoever did has ended and no other could be started. */
  isAway(): boolean;
  /** Resolves with the reason, a text for the operator, once they have been away for so long that somebody must look. */
  readonly lost: Promise<string>;
  close(): Promise<void>;
}

const NEVER = new Promise<never>(() => undefined);

export interface HeldKeys {
  readonly master: KeyObject;
  /** Another master key that opens, while one takes the other's place. */
  readonly other: KeyObject | null;
  /** One of the installation's sealed secrets; the master key that it is under seals what comes. */
  readonly sample: string | null;
}

/** Private keys are sealed for purposes that begin so, and nobody who holds keys gives them out. */
const PRIVATE_KEY = 'certificate/';

/** What a company's private key is sealed under: neither another company's nor another environment's opens here. */
export function certificateBinding(identity: CompanyAccount): SealBinding {
  return { owner: identity.companyId, purpose: `${PRIVATE_KEY}${identity.ambiente}` };
}

/** Most private keys kept open in memory, which are some 30 MB. */
const MAX_OPEN_KEYS = 5_000;

/** Holds the keys in this process. Throws SealError where the sample says that it is under `other` and is not. */
export function holdKeys({ master, other, sample }: HeldKeys): KeyHolder {
  const isOther = other !== null && sample !== null && isUnder(sample, other);
  const [first, second] = isOther ? [other, master] : [master, other];
  const keyring = createKeyring(first, second);
  return {
    ...createPrivateKeys(keyring),
    masters: [first, ...(second === null ? [] : [second])].map(masterIdOf),
    seal: keyring.seal,
    open(sealed, binding) {
      if (binding.purpose.startsWith(PRIVATE_KEY)) throw new RangeError('private keys are not given out');
      return keyring.open(sealed, binding);
    },
    isAway: () => false,
    lost: NEVER,
    close: async () => undefined,
  };
}

/** Opens private keys in this process. */
export function createPrivateKeys(keyring: Keyring, maxOpenKeys = MAX_OPEN_KEYS): PrivateKeys {
  const signerOf = createOpenKeys(keyring, maxOpenKeys);
  return {
    async trouble(key) {
      const signer = signerOf(key);
      return typeof signer === 'string' ? signer : null;
    },
    async sign(key, bytes) {
      const signer = signerOf(key);
      if (typeof signer === 'string') throw new Error(signer);
      return signer(bytes);
    },
  };
}

/**
 * Opens private keys and keeps the most recently used ones, at most `limit`, since to parse one for each document would cost
 * three times the signature. Tells why one does not open.
 */
function createOpenKeys(keyring: Keyring, limit: number): (key: SealedKey) => SignBytes | string {
  const kept = createRecent<SignBytes>(limit);
  return (key) => {
    const name = nameOf(key);
    const known = kept.get(name);
    if (known !== null) return known;
    const opened = openKey(keyring, key);
    if (typeof opened !== 'string') kept.set(name, opened);
    return opened;
  };
}

/** The name of a key among those of all companies. */
export function nameOf({ binding, certificateId }: SealedKey): string {
  return JSON.stringify([binding.owner, binding.purpose, certificateId]);
}

function openKey(keyring: Keyring, key: SealedKey): SignBytes | string {
  try {
    const pkcs8 = keyring.open(key.sealedPrivateKey, key.binding);
    const privateKey = readPrivateKey(pkcs8);
    pkcs8.fill(0);
    const publicKey = readPublicKey(key.publicKeySpki);
    if (privateKey === null || publicKey === null || !publicHalf(privateKey).equals(publicKey))
      return 'the stored keys are not an RSA key pair';
    return signerWith(privateKey);
  } catch (error) {
    const failure = error instanceof SealError ? error.failure : 'unknown';
    return `the sealed private key cannot be opened: ${failure}`;
  }
}

/** RSASSA-PKCS1-v1_5 over SHA-512: RS512. */
export const DIGEST = 'sha512';

/** Makes the signature of these bytes, wherever the private key is. */
export type SignBytes = (bytes: Uint8Array) => Promise<Buffer>;

/**
 * A place is handed on only at a turn of the main thread, so that each core needs several signatures under way to be busy
 * in between.
 */
const UNDER_WAY_PER_CORE = 4;
const limiter = createLimiter(UNDER_WAY_PER_CORE * availableParallelism());

/** Signs in this process. What it returns rejects where OpenSSL fails; throws TypeError where the key is no RSA key. */
export function signerWith(key: KeyObject): SignBytes {
  if (key.asymmetricKeyType !== 'rsa') throw new TypeError('the key to sign with is not an RSA key');
  return (bytes) => limiter.run(() => signBytes(bytes, key));
}

function signBytes(bytes: Uint8Array, key: KeyObject): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    sign(DIGEST, bytes, key, (error, signature) => {
      if (error) reject(error);
      else resolve(signature);
    });
  });
}
