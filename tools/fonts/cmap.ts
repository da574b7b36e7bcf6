/** Pairs of a code point and its glyph, in the order of the code points. */
export type CharacterMap = readonly (readonly [number, number])[];

const WINDOWS = 3;
const UNICODE_BMP = 1;
const FORMAT_4 = 4;

/** The glyph of a code point of the Basic Multilingual Plane; 0 where the font has none. Reads format 4 alone. */
export function glyphOf(cmap: Buffer, character: number): number {
  const table = cmap.subarray(format4At(cmap));
  const segments = table.readUInt16BE(6) / 2;
  for (let index = 0; index < segments; index += 1) {
    const endAt = 14 + index * 2;
    const startAt = endAt + segments * 2 + 2;
    if (character > table.readUInt16BE(endAt)) continue;
    const start = table.readUInt16BE(startAt);
    return character < start ? 0 : glyphIn(table, { character, start, startAt, segments });
  }
  return 0;
}

function glyphIn(
  table: Buffer,
  {
    character,
    start,
    startAt,
    segments,
  }: {
    readonly character: number;
    readonly start: number;
    readonly startAt: number;
    readonly segments: number;
  },
): number {
  const deltaAt = startAt + segments * 2;
  const rangeAt = deltaAt + segments * 2;
  const delta = table.readUInt16BE(deltaAt);
  const range = table.readUInt16BE(rangeAt);
  if (range === 0) return (character + delta) & 0xffff;
  const glyph = table.readUInt16BE(rangeAt + range + (character - start) * 2);
  return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
}

function format4At(cmap: Buffer): number {
  const tables = cmap.readUInt16BE(2);
  for (let at = 4; at < 4 + tables * 8; at += 8) {
    const offset = cmap.readUInt32BE(at + 4);
    const isUnicode = cmap.readUInt16BE(at) === WINDOWS && cmap.readUInt16BE(at + 2) === UNICODE_BMP;
    if (isUnicode && cmap.readUInt16BE(offset) === FORMAT_4) return offset;
  }
  throw new Error('a font without a Unicode map of format 4');
}

/** A `cmap` of format 4 with one segment for each run of code points and glyphs that both count up by one. */
export function writeCmap(map: CharacterMap): Buffer {
  const segments = [...runsOf(map), { first: 0xffff, last: 0xffff, glyph: 0 }];
  const length = 16 + segments.length * 8;
  const power = Math.floor(Math.log2(segments.length));
  const header = [0, 1, WINDOWS, UNICODE_BMP, 0, 12, FORMAT_4, length, 0, segments.length * 2];
  const search = [2 ** power * 2, power, (segments.length - 2 ** power) * 2];
  const words = [
    ...header,
    ...search,
    ...segments.map(({ last }) => last),
    0,
    ...segments.map(({ first }) => first),
    ...segments.map(({ first, glyph }) => (first === 0xffff ? 1 : (glyph - first) & 0xffff)),
    ...segments.map(() => 0),
  ];
  const bytes = Buffer.alloc(words.length * 2);
  for (const [index, word] of words.entries()) bytes.writeUInt16BE(word, index * 2);
  return bytes;
}

interface Run {
  readonly first: number;
  readonly last: number;
  readonly glyph: number;
}

function runsOf(map: CharacterMap): readonly Run[] {
  const runs: Run[] = [];
  for (const [character, glyph] of map) {
    const before = runs.at(-1);
    const follows = before?.last === character - 1 && before.glyph + character - before.first === glyph;
    if (before !== undefined && follows) runs[runs.length - 1] = { ...before, last: character };
    else runs.push({ first: character, last: character, glyph });
  }
  return runs;
}
