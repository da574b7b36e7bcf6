import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Text that goes out and comes back in an address or a cookie, and is read by nobody on the way; any node opens it. */
export interface SealedTexts {
  /** The text as letters, digits, `-` and `_`, other ones each time; it opens for `bound` alone. */
  seal(text: string, bound: string): string;
  /** Null for what was not sealed here, for this purpose and for `bound`. */
  open(sealed: string, bound: string): string | null;
}

/** Seals under a key that is made of the secret for this purpose. */
export function createSealedTexts(secret: KeyObject, purpose: string): SealedTexts {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, KEY_BYTES)));
  return {
    seal(text, bound) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(bound));
      const parts = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(parts).toString('base64url');
    },
    open(sealed, bound) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(bound)).setAuthTag(bytes.subarray(-TAG_BYTES));
      const opened = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
      try {
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
