import { deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
}

/** A PNG of two by two pixels with eight bits to the sample. */
export function png({
  colorType,
  pixels,
  interlace = 0,
}: {
  readonly colorType: number;
  readonly pixels: Buffer;
  readonly interlace?: number;
}): Buffer {
  const header = Buffer.from([0, 0, 0, 2, 0, 0, 0, 2, 8, colorType, 0, 0, interlace]);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

/** Two rows of as many bytes, as a PNG has them. */
export const rows = (bytes: number, filter = 0) => {
  const row = Buffer.alloc(1 + bytes);
  row.writeUInt8(filter);
  return deflateSync(Buffer.concat([row, row]));
};
export const SOUND = png({ colorType: 6, pixels: rows(8) });

/** Pictures that cannot be drawn, and why. */
export const BROKEN: readonly (readonly [string, Buffer])[] = [
  ['garbage for pixels', png({ colorType: 6, pixels: Buffer.from('garbage') })],
  ['too few pixels', png({ colorType: 6, pixels: rows(7) })],
  ['far too many pixels', png({ colorType: 6, pixels: deflateSync(Buffer.alloc(5_000_000)) })],
  ['an unknown filter', png({ colorType: 6, pixels: rows(8, 5) })],
  ['an unknown colour type', png({ colorType: 9, pixels: rows(8) })],
  ['colours without their palette', png({ colorType: 3, pixels: rows(2) })],
  ['interlaced rows', png({ colorType: 2, pixels: rows(6), interlace: 1 })],
  ['half a file', SOUND.subarray(0, 50)],
  ['no header', SOUND.subarray(0, 8)],
  ['another format', Buffer.from('GIF89a')],
];
