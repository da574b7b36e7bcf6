import type { FontTables } from './woff.ts';

const TRUETYPE = 0x00010000;
const HEADER_BYTES = 12;
const ENTRY_BYTES = 16;
/** Where `head` keeps the sum over the whole file, and what the two add up to. */
const ADJUSTMENT_AT = 8;
const MAGIC_SUM = 0xb1b0afba;

/** Writes the tables as a TrueType file (OpenType specification, "Organization of an OpenType font"). */
export function writeSfnt(tables: FontTables): Buffer {
  const head = Buffer.from(tables.get('head') ?? []);
  if (head.length === 0) throw new Error('a font without head');
  head.writeUInt32BE(0, ADJUSTMENT_AT);
  const ordered = [...tables, ['head', head] as const]
    .filter(([tag, table]) => tag !== 'head' || table === head)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const file = assemble(ordered);
  const headAt = ordered.findIndex(([tag]) => tag === 'head') * ENTRY_BYTES + HEADER_BYTES + 8;
  file.writeUInt32BE((MAGIC_SUM - sumOf(file)) >>> 0, file.readUInt32BE(headAt) + ADJUSTMENT_AT);
  return file;
}

function assemble(tables: readonly (readonly [string, Buffer])[]): Buffer {
  const directory = Buffer.alloc(HEADER_BYTES + tables.length * ENTRY_BYTES);
  const power = Math.floor(Math.log2(tables.length));
  directory.writeUInt32BE(TRUETYPE, 0);
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(2 ** power * 16, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE((tables.length - 2 ** power) * 16, 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (const [index, [tag, table]] of tables.entries()) {
    const at = HEADER_BYTES + index * ENTRY_BYTES;
    const padded = padToFour(table);
    directory.write(tag, at, 'latin1');
    directory.writeUInt32BE(sumOf(padded), at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(table.length, at + 12);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

/** Tables and glyphs begin at multiples of four bytes. */
export function padToFour(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function sumOf(bytes: Buffer): number {
  let total = 0;
  for (let at = 0; at < bytes.length; at += 4) total = (total + bytes.readUInt32BE(at)) >>> 0;
  return total;
}
