import { inflateSync } from 'node:zlib';

/** The tables of an OpenType font by their tags. */
export type FontTables = ReadonlyMap<string, Buffer>;

const SIGNATURE = 'wOFF';
const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;

/** Unpacks a WOFF file (W3C Recommendation WOFF 1.0, sections 3 to 5). Throws where the bytes are none. */
export function readWoff(bytes: Buffer): FontTables {
  if (bytes.toString('latin1', 0, 4) !== SIGNATURE) throw new Error('not a WOFF file');
  const count = bytes.readUInt16BE(12);
  return new Map(
    Array.from({ length: count }, (_, index) => tableAt(bytes, HEADER_BYTES + index * ENTRY_BYTES)),
  );
}

function tableAt(bytes: Buffer, at: number): readonly [string, Buffer] {
  const [offset, packed, length] = [4, 8, 12].map((step) => bytes.readUInt32BE(at + step));
  if (offset === undefined || packed === undefined || length === undefined)
    throw new Error('a broken directory');
  const content = bytes.subarray(offset, offset + packed);
  const table = packed < length ? inflateSync(content) : Buffer.from(content);
  if (table.length !== length) throw new Error('a table of another length');
  return [bytes.toString('latin1', at, at + 4), table];
}
