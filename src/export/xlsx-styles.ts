import type { BookRow } from '../operations/listings/ports.ts';

/** What every part of a workbook begins with, and in which words. */
export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Characters that XML 1.0 cannot have, and what it writes otherwise. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|\p{Cs}|\uFFFE|\uFFFF/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A text as it stands in a part. */
export function escaped(text: string): string {
  return text.replace(FORBIDDEN, '\uFFFD').replace(/[&<>]/g, (character) => ENTITIES[character] ?? '');
}

/** What a cell shows. */
export type Kind = 'text' | 'prose' | 'amount' | 'day' | 'clock' | 'count' | 'heading';
type Tone = BookRow['tone'];

/** The styles of a book by their number; the first two are those of a table that programs read. */
export const PLAIN_AMOUNT = 1;
const FIRST = 2;
const KINDS: readonly Kind[] = ['text', 'amount', 'day', 'clock', 'count', 'heading', 'prose'];
const TONES: readonly Tone[] = ['plain', 'strong', 'faint'];

/** The number of a style; 0 for a text that has none. */
export function styleOf(kind: Kind, tone: Tone): number {
  if (kind === 'text' && tone === 'plain') return 0;
  return FIRST + KINDS.indexOf(kind) * TONES.length + TONES.indexOf(tone);
}

/** How numbers are shown: 0 and 2 are the format's own, the rest stand in FORMATS. */
const NUMBERS: Readonly<Record<Kind, number>> = {
  text: 0,
  amount: 164,
  day: 165,
  clock: 166,
  count: 167,
  heading: 0,
  prose: 0,
};
const FORMATS: readonly (readonly [id: number, code: string])[] = [
  [164, '#,##0.00;[Red]-#,##0.00;&quot;–&quot;'],
  [165, 'dd/mm/yyyy'],
  [166, 'hh:mm:ss'],
  [167, '#,##0'],
];

/** The fonts by tone; the heading has the strong one. */
const FONTS =
  '<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><strike/><sz val="11"/><color rgb="FF7A7A7A"/><name val="Calibri"/></font></fonts>';
const FILLS =
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE3EEE7"/><bgColor indexed="64"/></patternFill></fill></fills>';
const BORDERS =
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FF5B6B62"/></bottom><diagonal/></border></borders>';

function formatXml(kind: Kind, tone: Tone): string {
  const font = kind === 'heading' ? 1 : TONES.indexOf(tone);
  if (kind === 'heading')
    return `<xf numFmtId="0" fontId="${font}" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="center" vertical="center" wrapText="1"/></xf>`;
  if (kind === 'prose')
    return `<xf numFmtId="0" fontId="${font}" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>`;
  const isMoment = kind === 'day' || kind === 'clock';
  const place = isMoment ? ' applyAlignment="1"><alignment horizontal="center"/></xf>' : '/>';
  return `<xf numFmtId="${NUMBERS[kind]}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"${place}`;
}

/** `xl/styles.xml`: amounts have two decimals, less than nothing is red, and nothing is a dash. */
export function stylesXml(): string {
  const formats = KINDS.flatMap((kind) => TONES.map((tone) => formatXml(kind, tone)));
  const numbers = FORMATS.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`);
  return `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${numbers.length}">${numbers.join('')}</numFmts>${FONTS}${FILLS}${BORDERS}<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${FIRST + formats.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>${formats.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}
