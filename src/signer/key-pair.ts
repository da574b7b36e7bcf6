import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** The official signer's library refuses less, and so does every reading of RS512 (RFC 7518, section 3.3). */
export const MIN_RSA_BITS = 2048;

/** A private key from unencrypted PKCS#8 DER; null where it is not a readable RSA key. */
export function readPrivateKey(pkcs8: Uint8Array): KeyObject | null {
  return rsaOnly(() => createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' }));
}

/** A public key from SubjectPublicKeyInfo DER; null where it is not a readable RSA key. */
export function readPublicKey(spki: Uint8Array): KeyObject | null {
  return rsaOnly(() => createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' }));
}

/** The public half of a private key. */
export function publicHalf(privateKey: KeyObject): KeyObject {
  return createPublicKey(privateKey);
}

/** The modulus length in bits; 0 for a key that has none. */
export function rsaBits(key: KeyObject): number {
  return key.asymmetricKeyDetails?.modulusLength ?? 0;
}

function rsaOnly(read: () => KeyObject): KeyObject | null {
  try {
    const key = read();
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    // OpenSSL's texts say nothing that "not readable" does not.
    return null;
  }
}
