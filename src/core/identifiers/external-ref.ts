import { whyNotPlainText } from './plain-text.ts';

/**
 * The caller's own idempotency key: 1 to 100 code points, compared byte by byte, without control characters (PostgreSQL
 * cannot store a NUL, and a line break would forge a log line) and without lone surrogates (they have no UTF-8 form).
 * Source: specification 2.1 and 8.
 */
export type ExternalRef = string & { readonly __brand: 'ExternalRef' };

const LIMITS = { min: 1, max: 100 };

export function isExternalRef(text: string): text is ExternalRef {
  return whyNotPlainText(text, LIMITS) === null;
}

/** The text itself, byte for byte, where it is a reference; else null. */
export function parseExternalRef(text: string): ExternalRef | null {
  return isExternalRef(text) ? text : null;
}

/** The reason, in Spanish, why `parseExternalRef` refuses the text; null where it does not. */
export function whyNotExternalRef(text: string): string | null {
  return whyNotPlainText(text, LIMITS);
}
