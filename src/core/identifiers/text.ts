export interface LengthLimits {
  /** Smallest and largest number of code points, as JSON Schema counts them. */
  readonly min: number;
  readonly max: number;
}

/** The number of Unicode code points, which is how JSON Schema and PostgreSQL count characters. */
export function codePointCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Why the text is not plain text within the limits, in Spanish; null where it is. */
export function whyNotPlainText(text: string, limits: LengthLimits): string | null {
  const { min, max } = limits;
  // UTF-16 units are never fewer than code points: twice the limit refuses a huge text without walking through it.
  const count = text.length > 2 * max ? max + 1 : codePointCount(text);
  if (count < min) return count === 0 ? 'no puede estar vacío.' : `debe tener al menos ${min} caracteres.`;
  if (min > 0 && text.trim() === '') return 'no puede estar en blanco.';
  if (count > max) return `no puede tener más de ${max} caracteres.`;
  if (!text.isWellFormed()) return 'contiene caracteres Unicode incompletos.';
  if (/\p{Cc}/u.test(text)) return 'no puede contener caracteres de control.';
  return null;
}

/**
 * The text without the blanks at its ends: all that `String.prototype.trim` removes (the white space and line ends of
 * ECMAScript 2026, section 22.1.3.32, which are also those of a CHAR column), and NUL, with which fields of a fixed length
 * are filled and which PHP's `trim` removes.
 */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;

function isBlank(unit: number): boolean {
  if (unit > SPACE && unit < NO_BREAK_SPACE) return false;
  return unit === 0 || String.fromCharCode(unit).trim() === '';
}

/**
 * The text without the hyphens and blanks that people write inside NIT, NRC and DUI. Everything else stays, so that
 * a letter or a dot is still seen by the check that follows.
 */
export function withoutSeparators(text: string): string {
  return text.replace(/[ \u00a0-]/g, '');
}

/** What is known of the texts that are identifiers of one kind. */
export interface IdentifierKind<Id extends string> {
  /** Whether the text is an identifier as it is stored. */
  readonly is: (text: string) => text is Id;
  /** The identifier that somebody wrote, as it is stored; null where it is none. */
  readonly parse: (text: string) => Id | null;
  /** The reason, in Spanish, why `parse` refuses the text; null where it does not. */
  readonly whyNot: (text: string) => string | null;
}

/**
 * A kind of identifiers, by the reason, in Spanish, why a text is none of them, and by how a text that somebody wrote is
 * stored: as it stands, unless something is done with it first.
 */
export function identifierKind<Id extends string>(
  whyNot: (text: string) => string | null,
  stored: (text: string) => string = (text) => text,
): IdentifierKind<Id> {
  const is = (text: string): text is Id => text === stored(text) && whyNot(text) === null;
  return {
    is,
    parse(text) {
      const id = stored(text);
      return is(id) ? id : null;
    },
    whyNot: (text) => whyNot(stored(text)),
  };
}

/**
 * The identifier that a text is, where our own code has made or checked the text; `parse` is the identifier's own
 * `parseX`. Throws RangeError where it is none, which is a bug of ours and nobody's mistake.
 */
export function identifier<Id extends string>(parse: (text: string) => Id | null, text: string): Id {
  const id = parse(text);
  if (id === null) throw new RangeError(`not an identifier of its kind: ${text}`);
  return id;
}
