import type { KeyObject } from 'node:crypto';
import { createRecent } from '../core/memory/recent.ts';
import type {
  Signer,
  SigningFailure,
  SigningIdentity,
  SigningOutcome,
} from '../operations/documents/ports.ts';
import { signJws } from './jws.ts';
import { nameOf, PRIVATE_KEY, type PrivateKeys, type SealedKey } from './key-holder.ts';
import { readPublicKey } from './key-pair.ts';
import type { SealBinding } from './keyring.ts';

/** A company's imported certificate as it is stored; its private key is sealed under `certificateBinding`. */
export interface StoredKey extends Omit<SealedKey, 'binding'> {
  /** Milliseconds since the epoch, both inclusive. */
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

export interface CompanySignerParts {
  /** The certificate in force for a company and environment, null where there is none. It is asked on every call. */
  loadKey(identity: SigningIdentity): Promise<StoredKey | null>;
  readonly keys: PrivateKeys;
}

/** `reason` goes to the operator's log: fixed texts, nothing of a key or a document. */
type Failed = Extract<SigningOutcome, { readonly kind: 'failed' }>;
type Usable = { readonly kind: 'usable'; readonly key: SealedKey; readonly publicKey: KeyObject };

/** Public keys kept in memory. */
const PUBLIC_KEYS = 5_000;

/** What a company's private key is sealed under: neither another company's nor another environment's opens here. */
export function certificateBinding(identity: SigningIdentity): SealBinding {
  return { owner: identity.companyId, purpose: `${PRIVATE_KEY}${identity.ambiente}` };
}

/**
 * Signs with the keys of companies, wherever the private ones are held, and verifies each signature here. Only what `loadKey`
 * throws is thrown; everything else that goes wrong is a failed outcome. The look-up runs on every call, so a newly
 * imported certificate is used at once.
 */
export function createCompanySigner({ loadKey, keys }: CompanySignerParts): Signer {
  const publicKeyOf = createPublicKeys();

  async function usableKey(identity: SigningIdentity, nowMs: number): Promise<Usable | Failed> {
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
