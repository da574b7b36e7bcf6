import { inflateSync } from 'node:zlib';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** Samples of a pixel by colour type (W3C Recommendation PNG, table 11.1). */
const SAMPLES: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);
const INDEXED = 3;
/** The five ways in which a row may be written. */
const LAST_FILTER = 4;

/**
 * Whether a picture can be drawn. A PNG is unpacked to know it: pdfkit unpacks those with transparency later and on its
 * own, and where that fails nobody can catch it. Interlaced ones are not drawn.
 */
export function isSoundPicture(bytes: Buffer): boolean {
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return true;
  if (!bytes.subarray(0, PNG.length).equals(PNG)) return false;
  try {
    return isSoundPng(chunksOf(bytes));
  } catch {
    return false;
  }
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** Throws RangeError where the file ends within a chunk. */
function chunksOf(bytes: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let at = PNG.length;
  while (at < bytes.length) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new RangeError('a chunk without its end');
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

function isSoundPng(chunks: readonly Chunk[]): boolean {
  const of = (type: string) => chunks.filter((chunk) => chunk.type === type).map(({ data }) => data);
  const [header] = of('IHDR');
  if (header === undefined) return false;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colorType, interlace] = [header.readUInt8(8), header.readUInt8(9), header.readUInt8(12)];
  const samples = SAMPLES.get(colorType);
  if (samples === undefined || interlace !== 0 || height === 0) return false;
  if (colorType === INDEXED && of('PLTE').length !== 1) return false;
  const row = 1 + Math.ceil((width * samples * depth) / 8);
  const pixels = inflateSync(Buffer.concat(of('IDAT')), { maxOutputLength: row * height });
  if (pixels.length !== row * height) return false;
  for (let at = 0; at < pixels.length; at += row) {
    if (pixels.readUInt8(at) > LAST_FILTER) return false;
  }
  return true;
}
