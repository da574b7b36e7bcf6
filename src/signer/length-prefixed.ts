/**
 * Bytes that stand for a list of texts and for no other list: each text is preceded by the length of its UTF-8 in
 * four bytes, so that moving a character from one text to the next changes the result.
 */
export function lengthPrefixed(...texts: readonly string[]): Buffer {
  return Buffer.concat(
    texts.flatMap((text) => {
      const bytes = Buffer.from(text, 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}
