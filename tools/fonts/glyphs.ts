import type { FontTables } from './woff.ts';

/** The outlines of a TrueType font by glyph number; an empty one for a blank. */
export type Outlines = (glyph: number) => Buffer;

/** Reads `glyf` through `loca`. */
export function outlinesOf(tables: FontTables): Outlines {
  const glyf = tableOf(tables, 'glyf');
  const loca = tableOf(tables, 'loca');
  const long = tableOf(tables, 'head').readInt16BE(50) === 1;
  const startOf = (glyph: number) => (long ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  return (glyph) => glyf.subarray(startOf(glyph), startOf(glyph + 1));
}

export function tableOf(tables: FontTables, tag: string): Buffer {
  const table = tables.get(tag);
  if (table === undefined) throw new Error(`a font without ${tag}`);
  return table;
}

/** Flags of a component of a composite glyph (OpenType specification, "glyf"). */
const WORDS = 0x0001;
const SCALE = 0x0008;
const MORE = 0x0020;
const SCALE_XY = 0x0040;
const MATRIX = 0x0080;
const INSTRUCTIONS = 0x0100;

interface Component {
  /** Where its flags are; the glyph number follows them. */
  readonly at: number;
  readonly glyph: number;
  readonly end: number;
}

/** The glyphs that a composite one is made of; none for a simple one. */
export function componentsOf(outline: Buffer): readonly Component[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return [];
  const components: Component[] = [];
  let flags = MORE;
  for (let at = 10; (flags & MORE) !== 0; ) {
    flags = outline.readUInt16BE(at);
    const end = at + 4 + ((flags & WORDS) === 0 ? 2 : 4) + transformBytes(flags);
    components.push({ at, glyph: outline.readUInt16BE(at + 2), end });
    at = end;
  }
  return components;
}

function transformBytes(flags: number): number {
  if ((flags & MATRIX) !== 0) return 8;
  if ((flags & SCALE_XY) !== 0) return 4;
  return (flags & SCALE) === 0 ? 0 : 2;
}

/** The outline under new glyph numbers and without its hints, whose programs the subset leaves out. */
export function renumbered(outline: Buffer, numberOf: (glyph: number) => number): Buffer {
  if (outline.length === 0) return outline;
  const components = componentsOf(outline);
  const last = components.at(-1);
  if (last === undefined) return withoutHints(outline);
  const copy = Buffer.from(outline.subarray(0, last.end));
  for (const { at, glyph } of components) {
    copy.writeUInt16BE(copy.readUInt16BE(at) & ~INSTRUCTIONS, at);
    copy.writeUInt16BE(numberOf(glyph), at + 2);
  }
  return copy;
}

function withoutHints(outline: Buffer): Buffer {
  const lengthAt = 10 + outline.readInt16BE(0) * 2;
  const length = outline.readUInt16BE(lengthAt);
  return Buffer.concat([
    outline.subarray(0, lengthAt),
    Buffer.alloc(2),
    outline.subarray(lengthAt + 2 + length),
  ]);
}
