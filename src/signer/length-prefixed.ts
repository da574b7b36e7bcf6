const LENGTH_BYTES = 4;

/**
 * Bytes that stand for a list of texts or bytes and for no other list: each is preceded by its length (of a text: that of
 * its UTF-8) in four bytes, so that moving a character from one to the next changes the result.
 */
export function lengthPrefixed(...parts: readonly (string | Uint8Array)[]): Buffer {
  const sizes = parts.map((part) => Buffer.byteLength(part));
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + LENGTH_BYTES + size, 0));
  let at = 0;
  for (const [index, part] of parts.entries()) {
    at = bytes.writeUInt32BE(sizes[index] ?? 0, at);
    if (typeof part === 'string') bytes.write(part, at, 'utf8');
    else bytes.set(part, at);
    at += sizes[index] ?? 0;
  }
  return bytes;
}

/** The parts of what `lengthPrefixed` made, without copying them. Throws RangeError for every other bytes. */
export function partsOf(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const start = at + LENGTH_BYTES;
    at = start + bytes.readUInt32BE(at);
    if (at > bytes.length) throw new RangeError('a part goes beyond the end');
    parts.push(bytes.subarray(start, at));
  }
  return parts;
}

/**
 * Takes a stream of bytes in whatever chunks it comes and tells the contents of each part that is complete. Throws
 * RangeError for a part that says it has more than `mostBytes`.
 */
export function createPartReader(mostBytes: number, tell: (part: Buffer) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = LENGTH_BYTES;
  return (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    while (held >= wanted) {
      const [first = chunk, ...more] = chunks;
      const bytes = more.length === 0 ? first : Buffer.concat(chunks);
      const size = bytes.readUInt32BE(0);
      if (size > mostBytes) throw new RangeError(`a part of ${size} bytes`);
      const isWhole = held >= LENGTH_BYTES + size;
      if (isWhole) tell(bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + size));
      const rest = isWhole ? bytes.subarray(LENGTH_BYTES + size) : bytes;
      wanted = isWhole ? LENGTH_BYTES : LENGTH_BYTES + size;
      [chunks, held] = [[rest], rest.length];
    }
  };
}
