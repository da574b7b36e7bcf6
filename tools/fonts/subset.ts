import { type CharacterMap, glyphOf, writeCmap } from './cmap.ts';
import { renamed } from './font-names.ts';
import { componentsOf, type Outlines, outlinesOf, renumbered, tableOf } from './glyphs.ts';
import { padToFour, writeSfnt } from './sfnt.ts';
import type { FontTables } from './woff.ts';

const LONG_OFFSETS = 1;

/**
 * A TrueType font with the glyphs of these characters alone, under another name: without hints, kerning and
 * features, so that the width of a text is the sum of its characters' widths.
 */
export function subsetFont(tables: FontTables, characters: readonly number[], name: string): Buffer {
  const cmap = tableOf(tables, 'cmap');
  const found = characters
    .toSorted((one, other) => one - other)
    .map((character) => [character, glyphOf(cmap, character)] as const)
    .filter(([, glyph]) => glyph !== 0);
  const outlines = outlinesOf(tables);
  const kept = withComponents([0, ...found.map(([, glyph]) => glyph)], outlines);
  const numbers = new Map(kept.map((glyph, index) => [glyph, index]));
  const numberOf = (glyph: number) => numbers.get(glyph) ?? 0;
  const map: CharacterMap = found.map(([character, glyph]) => [character, numberOf(glyph)] as const);
  const shapes = kept.map((glyph) => padToFour(renumbered(outlines(glyph), numberOf)));
  return writeSfnt(
    new Map([
      ...outlineTables(shapes),
      ['OS/2', tableOf(tables, 'OS/2')],
      ['cmap', writeCmap(map)],
      ['head', withLongOffsets(tableOf(tables, 'head'))],
      ['hhea', withCount(tableOf(tables, 'hhea'), 34, kept.length)],
      ['hmtx', Buffer.concat(kept.map((glyph) => metricOf(tables, glyph)))],
      ['maxp', withCount(tableOf(tables, 'maxp'), 4, kept.length)],
      ['name', renamed(tableOf(tables, 'name'), name)],
      ['post', withoutNames(tableOf(tables, 'post'))],
    ]),
  );
}

/** The glyphs, each once, with all that they are made of. */
function withComponents(glyphs: readonly number[], outlines: Outlines): readonly number[] {
  const kept = new Set(glyphs);
  for (const glyph of kept) {
    for (const component of componentsOf(outlines(glyph))) kept.add(component.glyph);
  }
  return [...kept];
}

function outlineTables(shapes: readonly Buffer[]): readonly (readonly [string, Buffer])[] {
  const loca = Buffer.alloc((shapes.length + 1) * 4);
  let offset = 0;
  for (const [index, shape] of shapes.entries()) {
    offset += shape.length;
    loca.writeUInt32BE(offset, (index + 1) * 4);
  }
  return [
    ['glyf', Buffer.concat(shapes)],
    ['loca', loca],
  ];
}

/** Advance width and left side bearing; glyphs past the last metric share its width. */
function metricOf(tables: FontTables, glyph: number): Buffer {
  const hmtx = tableOf(tables, 'hmtx');
  const count = tableOf(tables, 'hhea').readUInt16BE(34);
  if (glyph < count) return hmtx.subarray(glyph * 4, glyph * 4 + 4);
  const bearingAt = count * 4 + (glyph - count) * 2;
  const width = hmtx.subarray((count - 1) * 4, (count - 1) * 4 + 2);
  return Buffer.concat([width, hmtx.subarray(bearingAt, bearingAt + 2)]);
}

function withLongOffsets(head: Buffer): Buffer {
  const copy = Buffer.from(head);
  copy.writeInt16BE(LONG_OFFSETS, 50);
  return copy;
}

function withCount(table: Buffer, at: number, count: number): Buffer {
  const copy = Buffer.from(table);
  copy.writeUInt16BE(count, at);
  return copy;
}

/** `post` of version 3, which names no glyph. */
function withoutNames(post: Buffer): Buffer {
  const copy = Buffer.from(post.subarray(0, 32));
  copy.writeUInt32BE(0x00030000, 0);
  return copy;
}
