const WINDOWS = 3;
const UNICODE_BMP = 1;
const ENGLISH_US = 0x0409;
const RECORD_BYTES = 12;
const HEADER_BYTES = 6;

/** Records that a subset keeps from its original: copyright, designer, licence and the licence's address. */
const KEPT: readonly number[] = [0, 8, 9, 13, 14];

/** The table `name` under another name, with what the original says of its rights (OpenType specification, "name"). */
export function renamed(original: Buffer, name: string): Buffer {
  const postscript = name.replaceAll(' ', '');
  const own = [
    [1, name],
    [2, 'Regular'],
    [3, postscript],
    [4, name],
    [5, 'Version 1.0'],
    [6, postscript],
  ] as const;
  const records = [
    ...own.map(([id, text]) => ({ id, text: utf16(text) })),
    ...recordsOf(original).filter(({ id }) => KEPT.includes(id)),
  ].toSorted((one, other) => one.id - other.id);
  const directory = Buffer.alloc(HEADER_BYTES + records.length * RECORD_BYTES);
  directory.writeUInt16BE(records.length, 2);
  directory.writeUInt16BE(directory.length, 4);
  let offset = 0;
  for (const [index, { id, text }] of records.entries()) {
    const words = [WINDOWS, UNICODE_BMP, ENGLISH_US, id, text.length, offset];
    for (const [step, word] of words.entries())
      directory.writeUInt16BE(word, HEADER_BYTES + index * RECORD_BYTES + step * 2);
    offset += text.length;
  }
  return Buffer.concat([directory, ...records.map(({ text }) => text)]);
}

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

function recordsOf(table: Buffer): readonly { readonly id: number; readonly text: Buffer }[] {
  const texts = table.subarray(table.readUInt16BE(4));
  return Array.from({ length: table.readUInt16BE(2) }, (_, index) => HEADER_BYTES + index * RECORD_BYTES)
    .filter((at) => table.readUInt16BE(at) === WINDOWS && table.readUInt16BE(at + 4) === ENGLISH_US)
    .map((at) => {
      const start = table.readUInt16BE(at + 10);
      return {
        id: table.readUInt16BE(at + 6),
        text: Buffer.from(texts.subarray(start, start + table.readUInt16BE(at + 8))),
      };
    });
}
