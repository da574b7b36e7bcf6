/**
 * Decodes base64 or base64url that is exactly what encoding its bytes gives: right alphabet, right padding, no spare
 * bits, no blanks. Null for everything else, also for empty text.
 */
export function decodeStrict(text: string, encoding: 'base64' | 'base64url'): Buffer | null {
  const bytes = Buffer.from(text, encoding);
  return bytes.length > 0 && bytes.toString(encoding) === text ? bytes : null;
}
