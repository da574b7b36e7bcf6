import { identifierKind, trimmed, whyNotPlainText } from './text.ts';

/**
 * The caller's own idempotency key: 1 to 100 code points in the normalization form C of Unicode (Standard Annex 15), without
 * blanks at its ends and without characters that nobody sees, so that no two of them look alike and are two sales; without
 * lone surrogates (they have no UTF-8 form), and neither `.` nor `..`, which no address can name. A text in another form, or
 * with blanks at its ends, names the same document. Compared byte by byte.
 * Source: specification 2.1 and 8.
 */
export type ExternalRef = string & { readonly __brand: 'ExternalRef' };

const LIMITS = { min: 1, max: 100 };

/** Parts of an address by which no client can ask: each resolves them before it sends (RFC 3986 section 5.2.4). */
const DOT_SEGMENTS: readonly string[] = ['.', '..'];

/**
 * Characters that leave no mark where they stand: of format, line and paragraph separators, the default ignorable ones,
 * those that are no characters, the braille pattern without dots and what stands in for an object.
 */
const UNSEEN = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufffc]/u;

/** UTF-16 units above which no text becomes 100 code points: none is decomposed into more than 4, of 2 units each. */
const LONGEST_TO_COMPOSE = LIMITS.max * 8;

export const {
  is: isExternalRef,
  parse: parseExternalRef,
  whyNot: whyNotExternalRef,
} = identifierKind<ExternalRef>((text) => whyNotSent(text) ?? whyUnseen(text), normalized);

/** The text as a reference of a new document is written, whether it is fit for one or not. */
function normalized(text: string): string {
  const bare = trimmed(text);
  return bare.length > LONGEST_TO_COMPOSE ? bare : bare.normalize('NFC');
}

/** Why no document, however old, has the text as its reference; null where one may have it. */
function whyNotSent(text: string): string | null {
  return DOT_SEGMENTS.includes(text)
    ? 'no puede ser solo «.» ni «..»: con ella no se podría consultar el documento.'
    : whyNotPlainText(text, LIMITS);
}

function whyUnseen(text: string): string | null {
  const [character] = UNSEEN.exec(text) ?? [];
  if (character === undefined) return null;
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return `no puede contener caracteres invisibles (U+${code}).`;
}

/**
 * The references under which a document may stand that a text names, in the order in which they are looked for: the text
 * itself, byte for byte, because documents from before there was a normal form kept what was sent; then its normal form. One
 * where the text is in normal form, which is the usual case; none where no document can have it.
 */
export function referencesNamedBy(text: string): readonly ExternalRef[] {
  if (isExternalRef(text)) return [text];
  const normal = parseExternalRef(text);
  const rest = normal === null ? [] : [normal];
  return isSent(text) ? [text, ...rest] : rest;
}

function isSent(text: string): text is ExternalRef {
  return whyNotSent(text) === null;
}

/**
 * A reference as it is kept while a request is read: as it was sent where a document may have it so, else in normal form; what
 * is none only loses the blanks at its ends.
 */
export function referenceAsRead(text: string): string {
  return isSent(text) ? text : (parseExternalRef(text) ?? trimmed(text));
}
