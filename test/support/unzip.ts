import { crc32, inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const HEAD_BYTES = 30;

/** The files of an archive by name, read by its directory. Throws where a sum is wrong. */
export function unzip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.length - END_BYTES;
  if (archive.readUInt32LE(end) !== END) throw new Error('the archive has no end');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, size] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)];
    const nameBytes = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    const start = archive.readUInt32LE(at + 42) + HEAD_BYTES + nameBytes;
    const content = inflateRawSync(archive.subarray(start, start + packed));
    if (content.length !== size || crc32(content) !== archive.readUInt32LE(at + 16))
      throw new Error(`${name} is not what was packed`);
    files.set(name, content);
    at += ENTRY_BYTES + nameBytes;
  }
  return files;
}
