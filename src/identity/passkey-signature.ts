import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** By COSE's numbers (RFC 9053): ECDSA on P-256, Ed25519 and RSA, each with SHA-256 where a hash is needed. */
export const ALGORITHMS = [-7, -8, -257] as const;

const LEAST_RSA_BITS = 2_048;

/** A public key of one of these algorithms; null for anything else. */
export function keyOf(spki: Uint8Array): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
    return isKnown(key) ? key : null;
  } catch {
    return null;
  }
}

function isKnown({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  const { namedCurve, modulusLength = 0 } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType === 'ec') return namedCurve === 'prime256v1';
  return asymmetricKeyType === 'ed25519' || (asymmetricKeyType === 'rsa' && modulusLength >= LEAST_RSA_BITS);
}

/** Whether the device of this key has signed what it says with what the browser says. */
export function signatureHolds(
  spki: Uint8Array,
  signed: {
    readonly authenticatorData: Uint8Array;
    readonly clientData: Uint8Array;
    readonly signature: Uint8Array;
  },
): boolean {
  const key = keyOf(spki);
  if (key === null) return false;
  const clientHash = createHash('sha256').update(signed.clientData).digest();
  const text = Buffer.concat([signed.authenticatorData, clientHash]);
  return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', text, key, signed.signature);
}
