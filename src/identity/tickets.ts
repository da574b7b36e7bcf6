import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { LIFETIMES } from '../core/users/lifetimes.ts';
import type { TokenHash } from '../operations/users/ports.ts';
import type { Errand } from '../operations/users/provider-ports.ts';

/** What is known of somebody on the way to the provider and back; the browser keeps it and cannot read it. */
export interface Journey {
  readonly errand: Errand;
  /** Comes back in the address (RFC 6749, section 10.12). */
  readonly state: string;
  /** Comes back in the ID token (OpenID Connect Core 1.0, section 15.5.2). */
  readonly nonce: string;
  /** Shows the provider that whoever brings the code has asked for it (RFC 7636). */
  readonly verifier: string;
}

/** Tickets are sealed, so that nothing of a journey is kept here until it is over, at whichever node it ends. */
export interface Tickets {
  seal(journey: Journey): string;
  /** Null for one that has ended or is none of ours. */
  open(ticket: string): { readonly journey: Journey; readonly once: TokenHash } | null;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

export function createTickets(secret: KeyObject, now: () => number): Tickets {
  const key = createSecretKey(
    Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'sello provider ticket 1', KEY_BYTES)),
  );
  return {
    seal(journey) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv);
      const text = JSON.stringify([now() + LIFETIMES.ticketMs, journey]);
      const sealed = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(sealed).toString('base64url');
    },
    open(ticket) {
      const bytes = Buffer.from(ticket, 'base64url');
      const text = openedText(key, bytes);
      if (text === null) return null;
      // Only this program can have sealed it, so it is what was sealed.
      const [endsAt, journey]: [number, Journey] = JSON.parse(text);
      if (endsAt < now()) return null;
      return { journey, once: createHash('sha256').update(bytes).digest() };
    },
  };
}

function openedText(key: KeyObject, bytes: Buffer): string | null {
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const opened = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
