import { identifierKind, whyNotPlainText } from './text.ts';

/**
 * The caller's own idempotency key: 1 to 100 code points, compared byte by byte, without control characters (PostgreSQL
 * cannot store a NUL, and a line break would forge a log line), without lone surrogates (they have no UTF-8 form), and
 * neither `.` nor `..`, which no address can name.
 * Source: specification 2.1 and 8.
 */
export type ExternalRef = string & { readonly __brand: 'ExternalRef' };

/** Parts of an address by which no client can ask: each resolves them before it sends (RFC 3986 section 5.2.4). */
const DOT_SEGMENTS: readonly string[] = ['.', '..'];

export const {
  is: isExternalRef,
  parse: parseExternalRef,
  whyNot: whyNotExternalRef,
} = identifierKind<ExternalRef>((text) =>
  DOT_SEGMENTS.includes(text)
    ? 'no puede ser solo «.» ni «..»: con ella no se podría consultar el documento.'
    : whyNotPlainText(text, { min: 1, max: 100 }),
);
