/**
 * Text that a column and a page can hold, from a string or a number: well-formed, without control characters,
 * trimmed. Anything else is null.
 */
export function readText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  return value
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}
