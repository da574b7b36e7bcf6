import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { PRINTED_CHARACTERS } from '../../src/paper/fonts/characters.ts';
import { glyphOf, writeCmap } from './cmap.ts';
import { subsetFont } from './subset.ts';
import { type FontTables, readWoff } from './woff.ts';

const FONT = readFileSync(new URL('../../src/paper/fonts/text.ttf', import.meta.url));

/** The tables of a TrueType file. */
function tablesOf(font: Buffer): FontTables {
  return new Map(
    Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
      const at = 12 + index * 16;
      const offset = font.readUInt32BE(at + 8);
      const table = Buffer.from(font.subarray(offset, offset + font.readUInt32BE(at + 12)));
      return [font.toString('latin1', at, at + 4), table] as const;
    }),
  );
}

/** The same font as a WOFF file, each other table packed. */
function woffOf(tables: FontTables): Buffer {
  const header = Buffer.alloc(44 + tables.size * 20);
  header.write('wOFF', 0, 'latin1');
  header.writeUInt16BE(tables.size, 12);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (const [index, [tag, table]] of [...tables].entries()) {
    const packed = deflateSync(table);
    const kept = index % 2 === 0 && packed.length < table.length ? packed : table;
    const at = 44 + index * 20;
    header.write(tag, at, 'latin1');
    for (const [step, word] of [offset, kept.length, table.length].entries())
      header.writeUInt32BE(word, at + 4 + step * 4);
    parts.push(kept);
    offset += kept.length;
  }
  return Buffer.concat(parts);
}

function widthIn(font: Buffer, text: string): number {
  return new PDFDocument({ autoFirstPage: false }).font(font).fontSize(1000).widthOfString(text);
}

describe('a subset', () => {
  const small = subsetFont(
    tablesOf(FONT),
    [...'Aáñ 5'].map((each) => each.codePointAt(0) ?? 0),
    'Prueba Uno',
  );

  it('is a font that measures its characters as the original does', () => {
    expect(small.length).toBeLessThan(FONT.length / 10);
    expect(widthIn(small, 'Aáñ 5')).toBe(widthIn(FONT, 'Aáñ 5'));
    expect(widthIn(small, 'á')).not.toBe(widthIn(small, 'Z'));
  });

  it('has another name and the rights of the original', () => {
    const name = tablesOf(small).get('name')?.swap16().toString('utf16le') ?? '';
    expect(name).toContain('Prueba Uno');
    expect(name).toContain('IBM Corp');
    expect(name).not.toContain('Sello Text');
  });

  it('is the same for the same font, and sums up as the format wants', () => {
    const sum = (bytes: Buffer) => {
      let total = 0;
      for (let at = 0; at < bytes.length; at += 4) total = (total + bytes.readUInt32BE(at)) >>> 0;
      return total;
    };
    expect(sum(small)).toBe(0xb1b0afba);
    expect(subsetFont(tablesOf(FONT), PRINTED_CHARACTERS, 'Sello Text').equals(FONT)).toBe(true);
  });
});

describe('the fonts of words', () => {
  it.each(['text.ttf', 'strong.ttf'])('have everything that paper prints: %s', (file) => {
    const font = readFileSync(new URL(`../../src/paper/fonts/${file}`, import.meta.url));
    const cmap = tablesOf(font).get('cmap') ?? Buffer.alloc(0);
    const lacking = PRINTED_CHARACTERS.filter((character) => glyphOf(cmap, character) === 0);
    expect(String.fromCodePoint(...lacking)).toBe('');
  });
});

describe('readWoff', () => {
  it('unpacks the tables that were packed', () => {
    const tables = tablesOf(FONT);
    expect(readWoff(woffOf(tables))).toEqual(tables);
  });

  it('refuses what is none', () => {
    expect(() => readWoff(FONT)).toThrow('not a WOFF file');
  });
});

describe('writeCmap', () => {
  it('is read back', () => {
    const map = [
      [0x20, 5],
      [0x21, 6],
      [0x23, 7],
      [0x41, 2],
      [0xfffd, 9],
    ] as const;
    const cmap = writeCmap(map);
    for (const [character, glyph] of map)
      expect([character, glyphOf(cmap, character)]).toEqual([character, glyph]);
    expect([0x1f, 0x22, 0x42, 0xffff].map((character) => glyphOf(cmap, character))).toEqual([0, 0, 0, 0]);
  });
});
