/** PostgreSQL text can hold neither NUL nor half a character, and what the authority wrote is kept whatever it holds. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
