import { type KeyObject, verify } from 'node:crypto';
import { createRecent } from '../core/memory/recent.ts';
import type { CompanyAccount } from '../operations/authority/ports.ts';
import type { Signer, SigningFailure, SigningOutcome } from '../operations/documents/ports.ts';
import {
  certificateBinding,
  DIGEST,
  nameOf,
  type PrivateKeys,
  type SealedKey,
  type SignBytes,
} from './key-holder.ts';
import { readPublicKey } from './key-pair.ts';
import { decodeStrict } from './strict-base64.ts';

/** A company's imported certificate as it is stored; its private key is sealed under `certificateBinding`. */
export interface StoredKey extends Omit<SealedKey, 'binding'> {
  /** Milliseconds since the epoch, both inclusive. */
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

export interface CompanySignerParts {
  /** The certificate in force for a company and environment, null where there is none. It is asked on every call. */
  loadKey(identity: CompanyAccount): Promise<StoredKey | null>;
  readonly keys: PrivateKeys;
}

/** `reason` goes to the operator's log: fixed texts, nothing of a key or a document. */
type Failed = Extract<SigningOutcome, { readonly kind: 'failed' }>;
type Usable = { readonly kind: 'usable'; readonly key: SealedKey; readonly publicKey: KeyObject };

/** Public keys kept in memory. */
const PUBLIC_KEYS = 5_000;

/**
 * Signs with the keys of companies, wherever the private ones are held, and verifies each signature here. Only what `loadKey`
 * throws is thrown; everything else that goes wrong is a failed outcome. The look-up runs on every call, so a newly
 * imported certificate is used at once.
 */
export function createCompanySigner({ loadKey, keys }: CompanySignerParts): Signer {
  const publicKeyOf = createPublicKeys();

  async function usableKey(identity: CompanyAccount, nowMs: number): Promise<Usable | Failed> {
    const stored = await loadKey(identity);
    if (stored === null) return failed('no_certificate', 'no certificate has been imported');
    if (nowMs < stored.notBeforeMs)
      return failed('certificate_not_yet_valid', 'the certificate is not valid yet');
    if (nowMs > stored.notAfterMs) return failed('certificate_expired', 'the certificate has expired');
    const key = { ...stored, binding: certificateBinding(identity) };
    const trouble = await keys.trouble(key);
    const publicKey = publicKeyOf(key);
    if (trouble === null && publicKey !== null) return { kind: 'usable', key, publicKey };
    return failed('signature_failed', trouble ?? 'the stored public key is none');
  }

  return {
    async ready(identity, nowMs): Promise<SigningFailure | null> {
      const usable = await usableKey(identity, nowMs);
      return usable.kind === 'failed' ? usable.failure : null;
    },
    async sign(identity, payload, nowMs): Promise<SigningOutcome> {
      const usable = await usableKey(identity, nowMs);
      if (usable.kind === 'failed') return usable;
      const { key, publicKey } = usable;
      try {
        const jws = await signJws((bytes) => keys.sign(key, bytes), publicKey, payload);
        return { kind: 'signed', jws };
      } catch {
        return failed('signature_failed', 'the signature could not be made or did not verify');
      }
    },
  };
}

function createPublicKeys(): (key: SealedKey) => KeyObject | null {
  const kept = createRecent<KeyObject>(PUBLIC_KEYS);
  return (key) => {
    const name = nameOf(key);
    const publicKey = kept.get(name) ?? readPublicKey(key.publicKeySpki);
    if (publicKey !== null) kept.set(name, publicKey);
    return publicKey;
  };
}

function failed(failure: SigningFailure, reason: string): Failed {
  return { kind: 'failed', failure, reason };
}

/** The only header the Ministry's own signer writes: no `typ`, no `kid`; another algorithm is answered with 802. */
const HEADER = '{"alg":"RS512"}';
const ENCODED_HEADER = Buffer.from(HEADER, 'utf8').toString('base64url');

export interface DecodedJws {
  /** The signed text; its UTF-8 bytes are exactly the signed ones. */
  readonly payload: string;
  readonly signature: Uint8Array;
}

/**
 * A compact JWS (RS512, RSASSA-PKCS1-v1_5) over the payload, verified with the public key before it is returned.
 * Deterministic: the same key and payload give the same text. Throws where the payload is not well-formed Unicode, the
 * signature cannot be made, or it does not verify.
 */
export async function signJws(signature: SignBytes, publicKey: KeyObject, payload: string): Promise<string> {
  if (!payload.isWellFormed()) throw new TypeError('the payload is not well-formed Unicode');
  const signingInput = `${ENCODED_HEADER}.${Buffer.from(payload, 'utf8').toString('base64url')}`;
  const bytes = Buffer.from(signingInput, 'ascii');
  const signed = await signature(bytes);
  if (!(await verifyBytes(bytes, publicKey, signed))) {
    throw new Error('the signature just made does not verify with the public key');
  }
  return `${signingInput}.${signed.toString('base64url')}`;
}

function verifyBytes(bytes: Buffer, key: KeyObject, signature: Buffer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    verify(DIGEST, bytes, key, signature, (error, isValid) => {
      if (error) reject(error);
      else resolve(isValid);
    });
  });
}

/**
 * Takes a JWS of ours apart without verifying it. Null unless it has exactly our header, canonical base64url in its
 * three parts and UTF-8 in its payload.
 */
export function decodeJws(jws: string): DecodedJws | null {
  const [header, encodedPayload, encodedSignature, ...rest] = jws.split('.');
  if (header !== ENCODED_HEADER || encodedPayload === undefined || encodedSignature === undefined)
    return null;
  if (rest.length > 0) return null;
  const bytes = decodeStrict(encodedPayload, 'base64url');
  const signature = decodeStrict(encodedSignature, 'base64url');
  if (bytes === null || signature === null) return null;
  const payload = decodeUtf8(bytes);
  return payload === null ? null : { payload, signature };
}

/** The text of a JWS of ours whose signature verifies with one of these keys; null of every other. */
export function signedBy(publicKeys: readonly Uint8Array[]): (jws: string) => string | null {
  const keys = publicKeys.map(readPublicKey).filter((key) => key !== null);
  return (jws) => {
    const decoded = decodeJws(jws);
    if (decoded === null) return null;
    const signed = Buffer.from(jws.slice(0, jws.lastIndexOf('.')), 'ascii');
    return keys.some((key) => verify(DIGEST, signed, key, decoded.signature)) ? decoded.payload : null;
  };
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
