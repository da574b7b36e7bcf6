const LENGTH_BYTES = 4;

/**
 * Bytes that stand for a list of texts and for no other list: each text is preceded by the length of its UTF-8 in
 * four bytes, so that moving a character from one text to the next changes the result.
 */
export function lengthPrefixed(...texts: readonly string[]): Buffer {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + LENGTH_BYTES + size, 0));
  let at = 0;
  for (const [index, text] of texts.entries()) {
    at = bytes.writeUInt32BE(sizes[index] ?? 0, at);
    at += bytes.write(text, at, 'utf8');
  }
  return bytes;
}
