import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive, piece by piece. */
export interface ZipFile {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** What the archive's directory says of a file. */
interface Entry {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

const VERSION = 20;
/** The sizes stand behind the file (bit 3), and names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1980-01-01: the same files give the same bytes. */
const DATE = 0x21;
const MOST = 0xffff_ffff;

/**
 * An archive in the format of PKWARE's APPNOTE.TXT 6.3.3 (sections 4.3.7 to 4.3.16), written while its files are read. Throws
 * RangeError where it becomes larger than 4 GiB or has more than 65,534 files, of which the format without extensions
 * cannot tell.
 */
export async function* zipOf(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const entries: Entry[] = [];
  let offset = 0;
  for await (const { name, content } of files) {
    const start = offset;
    const head = localHeader(Buffer.from(name));
    offset += head.length;
    yield head;
    const seen = { crc: 0, size: 0 };
    let packed = 0;
    for await (const piece of deflated(content, seen)) {
      packed += piece.length;
      yield piece;
    }
    const entry: Entry = { name: Buffer.from(name), ...seen, packed, offset: start };
    const tail = descriptor(entry);
    offset += packed + tail.length;
    if (offset > MOST || seen.size > MOST) throw new RangeError('the archive is larger than 4 GiB');
    yield tail;
    if (entries.push(entry) === 0xffff) throw new RangeError('the archive has too many files');
  }
  const directory = Buffer.concat(entries.map(directoryEntry));
  yield directory;
  yield directoryEnd(entries.length, directory.length, offset);
}

/** `seen` is told of what was packed. */
async function* deflated(
  content: AsyncIterable<Uint8Array>,
  seen: { crc: number; size: number },
): AsyncGenerator<Uint8Array> {
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      seen.crc = crc32(piece, seen.crc);
      seen.size += piece.length;
      yield piece;
    }
  }
  const source = Readable.from(counted(), { objectMode: false });
  const packing = createDeflateRaw();
  source.on('error', (error) => packing.destroy(error));
  try {
    for await (const piece of source.pipe(packing)) yield Buffer.from(piece);
  } finally {
    source.destroy();
  }
}

/** The numbers, each with its length in bytes, in the format's order. */
function fields(...numbers: readonly (readonly [number, 2 | 4])[]): Buffer {
  const buffer = Buffer.alloc(numbers.reduce((sum, [, length]) => sum + length, 0));
  let at = 0;
  for (const [value, length] of numbers) at = buffer.writeUIntLE(value, at, length);
  return buffer;
}

function localHeader(name: Buffer): Buffer {
  const head = fields(
    ...([
      [0x04034b50, 4],
      [VERSION, 2],
      [FLAGS, 2],
      [DEFLATED, 2],
      [0, 2],
      [DATE, 2],
    ] as const),
    ...([
      [0, 4],
      [0, 4],
      [0, 4],
      [name.length, 2],
      [0, 2],
    ] as const),
  );
  return Buffer.concat([head, name]);
}

function descriptor({ crc, packed, size }: Entry): Buffer {
  return fields([0x08074b50, 4], [crc, 4], [packed, 4], [size, 4]);
}

function directoryEntry({ name, crc, packed, size, offset }: Entry): Buffer {
  const head = fields(
    ...([
      [0x02014b50, 4],
      [VERSION, 2],
      [VERSION, 2],
      [FLAGS, 2],
      [DEFLATED, 2],
      [0, 2],
      [DATE, 2],
    ] as const),
    ...([
      [crc, 4],
      [packed, 4],
      [size, 4],
      [name.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
    ] as const),
    [offset, 4],
  );
  return Buffer.concat([head, name]);
}

function directoryEnd(count: number, length: number, offset: number): Buffer {
  return fields(
    ...([
      [0x06054b50, 4],
      [0, 2],
      [0, 2],
      [count, 2],
      [count, 2],
      [length, 4],
      [offset, 4],
      [0, 2],
    ] as const),
  );
}
