import { createHash, type KeyObject } from 'node:crypto';
import { LIFETIMES } from '../core/users/lifetimes.ts';
import type { TokenHash } from '../operations/users/ports.ts';
import type { Errand } from '../operations/users/provider-ports.ts';
import { createSealedTexts } from './sealed-text.ts';

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

export function createTickets(secret: KeyObject, now: () => number): Tickets {
  const texts = createSealedTexts(secret, 'sello provider ticket 1');
  return {
    seal(journey) {
      return texts.seal(JSON.stringify([now() + LIFETIMES.ticketMs, journey]), '');
    },
    open(ticket) {
      const text = texts.open(ticket, '');
      if (text === null) return null;
      // Only this program can have sealed it, so it is what was sealed.
      const [endsAt, journey]: [number, Journey] = JSON.parse(text);
      if (endsAt < now()) return null;
      return { journey, once: createHash('sha256').update(Buffer.from(ticket, 'base64url')).digest() };
    },
  };
}
