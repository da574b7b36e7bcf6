// What every part of a workbook begins with, and how a text stands in one.

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Characters that XML 1.0 cannot have, and what it writes otherwise. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|\p{Cs}|\uFFFE|\uFFFF/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

export function escaped(text: string): string {
  return text.replace(FORBIDDEN, '\uFFFD').replace(/[&<>]/g, (character) => ENTITIES[character] ?? '');
}
