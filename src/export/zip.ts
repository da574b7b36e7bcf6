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
    const tail = fields('4444', 0x08074b50, entry.crc, entry.packed, entry.size);
    offset += packed + tail.length;
    if (offset > MOST || seen.size > MOST) throw new RangeError('the archive is larger than 4 GiB');
    yield tail;
    if (entries.push(entry) === 0xffff) throw new RangeError('the archive has too many files');
  }
  const directory = Buffer.concat(entries.map(directoryEntry));
  yield directory;
  const count = entries.length;
  yield fields('42222442', 0x06054b50, 0, 0, count, count, directory.length, offset, 0);
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

/** Numbers in the format's order; `lengths` has the bytes of each as a digit. */
function fields(lengths: string, ...numbers: readonly number[]): Buffer {
  const buffer = Buffer.alloc([...lengths].reduce((sum, length) => sum + Number(length), 0));
  let at = 0;
  for (const [index, value] of numbers.entries())
    at = buffer.writeUIntLE(value, at, Number(lengths.charAt(index)));
  return buffer;
}

function localHeader(name: Buffer): Buffer {
  const head = fields('42222244422', 0x04034b50, VERSION, FLAGS, DEFLATED, 0, DATE, 0, 0, 0, name.length, 0);
  return Buffer.concat([head, name]);
}

function directoryEntry({ name, crc, packed, size, offset }: Entry): Buffer {
  const common = [VERSION, VERSION, FLAGS, DEFLATED, 0, DATE, crc, packed, size, name.length];
  return Buffer.concat([fields('42222224442222244', 0x02014b50, ...common, 0, 0, 0, 0, 0, offset), name]);
}
