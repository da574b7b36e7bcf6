import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const INDEXED = 3;
const MOST_COLORS = 256;
/** Colours whose channels differ by less count as one: the eye takes the edges of type for the same. */
const STEP = 17;

/** The dots of a picture: red, green, blue and opacity of each. */
export interface Dots {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8ClampedArray;
}

/** A picture of few colours as a PNG with a palette, a fraction of one with full colours. Opacity is not kept. */
export function smallPng({ width, height, dots }: Dots): Buffer {
  const colors = Array.from({ length: width * height }, (_, index) => colorAt(dots, index * 4));
  const palette = paletteOf(colors);
  const rows = Buffer.alloc(height * (width + 1));
  for (const [index, color] of colors.entries()) {
    const at = Math.floor(index / width) * (width + 1) + 1 + (index % width);
    rows[at] = palette.places.get(bucketOf(color)) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  header.writeUInt8(INDEXED, 9);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.colors.flatMap((color) => channelsOf(color)))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

interface Palette {
  readonly colors: readonly number[];
  /** Where the colour of a bucket stands; nothing for those that found no place. */
  readonly places: ReadonlyMap<number, number>;
}

/** For each bucket of colours that are nearly the same, the one that most dots have. */
function paletteOf(colors: readonly number[]): Palette {
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const shown: number[] = [];
  const places = new Map<number, number>();
  for (const [color] of [...counts].toSorted(([, one], [, other]) => other - one)) {
    const bucket = bucketOf(color);
    if (places.has(bucket) || shown.length === MOST_COLORS) continue;
    places.set(bucket, shown.length);
    shown.push(color);
  }
  return { colors: shown, places };
}

function colorAt(dots: Uint8ClampedArray, at: number): number {
  return ((dots[at] ?? 0) << 16) | ((dots[at + 1] ?? 0) << 8) | (dots[at + 2] ?? 0);
}

function channelsOf(color: number): readonly [number, number, number] {
  return [color >> 16, (color >> 8) & 255, color & 255];
}

function bucketOf(color: number): number {
  const [red, green, blue] = channelsOf(color).map((channel) => Math.round(channel / STEP));
  return ((red ?? 0) << 16) | ((green ?? 0) << 8) | (blue ?? 0);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
