import { inflateSync } from 'node:zlib';
import { createFont, type FontEditor } from 'fonteditor-core';

/** What a font file may come in. */
export type FontFormat = Extract<FontEditor.FontType, 'ttf' | 'woff'>;

/** `post` of version 3, which names no glyph. */
const WITHOUT_NAMES = 3;

/**
 * A TrueType font with the glyphs of these characters alone, under another name: without hints, kerning and
 * features, so that the width of a text is the sum of its characters' widths. What the original says of its rights
 * stays (OpenType specification, "name").
 */
export function subsetFont(
  bytes: Buffer,
  format: FontFormat,
  { characters, name }: { readonly characters: readonly number[]; readonly name: string },
): Buffer {
  const inflate = (packed: number[]) => [...inflateSync(Buffer.from(packed))];
  const font = createFont(bytes, { type: format, subset: [...characters], inflate });
  const { copyright = '', designer = '', licence = '', urlOfLicence = '' } = font.data.name;
  const postScriptName = name.replaceAll(' ', '');
  font.data.name = {
    copyright,
    fontFamily: name,
    fontSubFamily: 'Regular',
    uniqueSubFamily: postScriptName,
    fullName: name,
    version: 'Version 1.0',
    postScriptName,
    designer,
    licence,
    urlOfLicence,
  };
  font.data.post.format = WITHOUT_NAMES;
  return font.write({ type: 'ttf', toBuffer: true });
}
