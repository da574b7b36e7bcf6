import type { KeyObject } from 'node:crypto';
import { createRecent } from '../core/memory/recent.ts';
import type {
  Signer,
  SigningFailure,
  SigningIdentity,
  SigningOutcome,
} from '../operations/documents/ports.ts';
import { signJws } from './jws.ts';
import { publicHalf, readPrivateKey, readPublicKey } from './key-pair.ts';
import { type Keyring, type SealBinding, SealError } from './keyring.ts';

/** A company's imported certificate as it is stored. */
export interface StoredKey {
  /** Changes with every import; what is kept in memory is kept under it. */
  readonly certificateId: string;
  /** PKCS#8 DER, sealed under `certificateBinding`. */
  readonly sealedPrivateKey: string;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKeySpki: Uint8Array;
  /** Milliseconds since the epoch, both inclusive. */
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

export interface LocalSignerParts {
  /** The certificate in force for a company and environment, null where there is none. It is asked on every call. */
  loadKey(identity: SigningIdentity): Promise<StoredKey | null>;
  readonly keyring: Keyring;
  /** Most keys kept open in memory; 5,000 unless given, which are some 30 MB. */
  readonly maxOpenKeys?: number;
}

interface OpenKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** `reason` goes to the operator's log: fixed texts, nothing of a key or a document. */
type Failed = Extract<SigningOutcome, { readonly kind: 'failed' }>;
type Usable = { readonly kind: 'usable'; readonly key: OpenKey };

const DEFAULT_MAX_OPEN_KEYS = 5_000;

/** What a company's private key is sealed under: neither another company's nor another environment's opens here. */
export function certificateBinding(identity: SigningIdentity): SealBinding {
  return { owner: identity.companyId, purpose: `certificate/${identity.ambiente}` };
}

/**
 * Signs in this process with sealed keys. Only what `loadKey` throws is thrown; everything else that goes wrong is a
 * failed outcome. The look-up runs on every call, so a newly imported certificate is used at once; the opened key is
 * kept, since parsing it again for each document would cost three times the signature.
 */
export function createLocalSigner(parts: LocalSignerParts): Signer {
  const openKeys = createOpenKeys(parts.keyring, parts.maxOpenKeys ?? DEFAULT_MAX_OPEN_KEYS);

  async function usableKey(identity: SigningIdentity, nowMs: number): Promise<Usable | Failed> {
    const stored = await parts.loadKey(identity);
    if (stored === null) return failed('no_certificate', 'no certificate has been imported');
    if (nowMs < stored.notBeforeMs)
      return failed('certificate_not_yet_valid', 'the certificate is not valid yet');
    if (nowMs > stored.notAfterMs) return failed('certificate_expired', 'the certificate has expired');
    return openKeys(identity, stored);
  }

  return {
    async ready(identity, nowMs): Promise<SigningFailure | null> {
      const usable = await usableKey(identity, nowMs);
      return usable.kind === 'failed' ? usable.failure : null;
    },
    async sign(identity, payload, nowMs): Promise<SigningOutcome> {
      const usable = await usableKey(identity, nowMs);
      if (usable.kind === 'failed') return usable;
      try {
        const jws = await signJws(usable.key.privateKey, usable.key.publicKey, payload);
        return { kind: 'signed', jws };
      } catch {
        return failed('signature_failed', 'the signature could not be made or did not verify');
      }
    },
  };
}

/** Opens stored keys and keeps the most recently used ones, at most `limit`. */
function createOpenKeys(
  keyring: Keyring,
  limit: number,
): (identity: SigningIdentity, stored: StoredKey) => Usable | Failed {
  const kept = createRecent<OpenKey>(limit);
  return (identity, stored) => {
    const name = JSON.stringify([identity.companyId, identity.ambiente, stored.certificateId]);
    const known = kept.get(name);
    if (known !== null) return { kind: 'usable', key: known };
    const opened = openKey(keyring, identity, stored);
    if (opened.kind === 'usable') kept.set(name, opened.key);
    return opened;
  };
}

function openKey(keyring: Keyring, identity: SigningIdentity, stored: StoredKey): Usable | Failed {
  try {
    const pkcs8 = keyring.open(stored.sealedPrivateKey, certificateBinding(identity));
    const privateKey = readPrivateKey(pkcs8);
    pkcs8.fill(0);
    const publicKey = readPublicKey(stored.publicKeySpki);
    if (privateKey === null || publicKey === null || !publicHalf(privateKey).equals(publicKey)) {
      return failed('signature_failed', 'the stored keys are not an RSA key pair');
    }
    return { kind: 'usable', key: { privateKey, publicKey } };
  } catch (error) {
    const failure = error instanceof SealError ? error.failure : 'unknown';
    return failed('signature_failed', `the sealed private key cannot be opened: ${failure}`);
  }
}

function failed(failure: SigningFailure, reason: string): Failed {
  return { kind: 'failed', failure, reason };
}
