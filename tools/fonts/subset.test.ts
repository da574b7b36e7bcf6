import { readFileSync } from 'node:fs';
import { createFont } from 'fonteditor-core';
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { PRINTED_CHARACTERS } from '../../src/paper/fonts/characters.ts';
import { subsetFont } from './subset.ts';

function fontFile(name: string): Buffer {
  return readFileSync(new URL(`../../src/paper/fonts/${name}`, import.meta.url));
}

function charactersOf(font: Buffer): readonly number[] {
  return Object.keys(createFont(font, { type: 'ttf' }).data.cmap).map(Number);
}

function widthIn(font: Buffer, text: string): number {
  return new PDFDocument({ autoFirstPage: false }).font(font).fontSize(1000).widthOfString(text);
}

const FONT = fontFile('text.ttf');
/** Not the soft hyphen: it is the last glyph of the file and empty, at which the library reads past the end. */
const TEXT = 'Aáñ 5\u{a0}';

describe('a subset', () => {
  const characters = [...TEXT].map((each) => each.codePointAt(0) ?? 0);
  const small = subsetFont(FONT, 'ttf', { characters, name: 'Prueba Uno' });

  it('is a font that measures its characters as the original does, and has no others', () => {
    expect(small.length).toBeLessThan(FONT.length / 10);
    expect(widthIn(small, TEXT)).toBe(widthIn(FONT, TEXT));
    expect(charactersOf(small)).toEqual(charactersOf(FONT).filter((one) => characters.includes(one)));
  });

  it('has another name and the rights of the original', () => {
    const { name } = createFont(small, { type: 'ttf' }).data;
    expect(name).toMatchObject({ fontFamily: 'Prueba Uno', postScriptName: 'PruebaUno' });
    expect(name['copyright']).toContain('IBM Corp');
    expect(name['licence']).toContain('SIL Open Font License');
    expect(Object.values(name).join()).not.toMatch(/Plex|Sello/);
  });

  it('is the same for the same font', () => {
    expect(subsetFont(FONT, 'ttf', { characters, name: 'Prueba Uno' }).equals(small)).toBe(true);
  });
});

describe('the fonts of words', () => {
  it.each(['text.ttf', 'strong.ttf'])('have everything that is printed: %s', (file) => {
    const known = charactersOf(fontFile(file));
    const lacking = PRINTED_CHARACTERS.filter((character) => !known.includes(character));
    expect(String.fromCodePoint(...lacking)).toBe('');
  });
});
