import { readFileSync } from 'node:fs';

/** The three fonts of paper: for reading, for what stands out, and for codes. */
export type Face = 'text' | 'strong' | 'code';

export const FACES: readonly Face[] = ['text', 'strong', 'code'];

const FILES: Readonly<Record<Face, URL>> = {
  text: new URL('../fonts/text.ttf', import.meta.url),
  strong: new URL('../fonts/strong.ttf', import.meta.url),
  code: new URL('../fonts/code.ttf', import.meta.url),
};

const loaded = new Map<Face, Buffer>();

/** The font's file; read once in the life of the process. */
export function fontFile(face: Face): Buffer {
  const before = loaded.get(face);
  if (before !== undefined) return before;
  const bytes = readFileSync(FILES[face]);
  loaded.set(face, bytes);
  return bytes;
}
