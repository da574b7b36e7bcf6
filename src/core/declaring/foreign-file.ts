import { ANNEXES } from './annexes.ts';

/** Bytes of the beginning of a file that say what it is. */
export const HEAD_BYTES = 4_096;

const EXPECTED =
  'Se espera el CSV de un anexo: texto en Windows-1252 (ANSI), una fila por línea, con punto y coma entre las columnas y sin encabezado';

interface Kind {
  /** What the head looks like, read as Windows-1252. */
  readonly head: RegExp;
  readonly is: string;
  /** What whoever has such a file does to come to a CSV. */
  readonly advice?: string;
}

const SAVE_AS_CSV = 'Ábralo y guárdelo como CSV';
const KINDS: readonly Kind[] = [
  { head: /^.{0,1024}%PDF-/s, is: 'un PDF' },
  { head: /^PK\p{Cc}.*xl\//su, is: 'un libro de Excel (XLSX)', advice: SAVE_AS_CSV },
  { head: /^PK\p{Cc}.*opendocument/su, is: 'un documento de LibreOffice', advice: SAVE_AS_CSV },
  { head: /^PK\p{Cc}.*\[Content_Types\]/su, is: 'un documento de Office' },
  { head: /^PK\p{Cc}/u, is: 'un ZIP', advice: 'Extraiga los CSV que trae y revíselos uno por uno' },
  { head: /^ÐÏ\p{Cc}à/u, is: 'un documento antiguo de Office, como un XLS', advice: SAVE_AS_CSV },
  { head: /^(?:‰PNG|ÿØÿ|GIF8|RIFF.{4}WEBP|II\*\p{Cc}|MM\p{Cc}\*)/su, is: 'una imagen' },
  { head: /^(?:ÿþ|þÿ)/, is: 'un texto en UTF-16', advice: 'Guárdelo en Windows-1252 (ANSI)' },
  { head: /^(?:ï»¿)?\s*<[!?/a-z]/i, is: 'una página web (HTML) o un XML' },
  { head: /^(?:ï»¿)?\s*(?:\{|\[\s*[[{"])/, is: 'un JSON' },
];
const UTF16_WITHOUT_MARK = { is: 'un texto en UTF-16', advice: 'Guárdelo en Windows-1252 (ANSI)' };
const BINARY = { is: 'un archivo binario' };

/** Characters that no text has, and how many of a hundred make a file none. */
const UNWRITTEN = /(?![\t\n\r])\p{Cc}/gu;
const MOST_UNWRITTEN_PERCENT = 5;
/** How many of a hundred of the higher bytes are nothing where a text takes two bytes a letter. */
const LEAST_EMPTY_PERCENT = 60;

/** Why a file with such a head is of no annex, as what it is instead; null where it may be of one. */
export function whyForeignHead(head: Uint8Array): string | null {
  const kind = kindOf(head);
  if (kind === null) return null;
  const { is, advice } = kind;
  return [`Esto es ${is}, no un archivo de anexo`, ...(advice === undefined ? [] : [advice]), EXPECTED].join(
    '. ',
  );
}

function kindOf(bytes: Uint8Array): Omit<Kind, 'head'> | null {
  const text = new TextDecoder('windows-1252').decode(bytes);
  const known = KINDS.find(({ head }) => head.test(text));
  if (known !== undefined) return known;
  if ([0, 1].some((parity) => isMostlyEmpty(bytes, parity))) return UTF16_WITHOUT_MARK;
  const unwritten = text.match(UNWRITTEN)?.length ?? 0;
  return unwritten * 100 > bytes.length * MOST_UNWRITTEN_PERCENT ? BINARY : null;
}

/** Whether most of every second byte is zero, as in UTF-16, and hardly any of the others. */
function isMostlyEmpty(bytes: Uint8Array, parity: number): boolean {
  const empty = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) empty[index % 2] = (empty[index % 2] ?? 0) + 1;
  const [those = 0, others = 0] = parity === 0 ? empty : empty.toReversed();
  return those * 200 > bytes.length * LEAST_EMPTY_PERCENT && others * 10 < those;
}

/** The annexes of form F-07 that Sello neither writes nor checks. */
const OTHER_ANNEX = /^(?:3|4|6|7|8|10|11|12)$/;
/** No annex has fewer columns. */
const LEAST_COLUMNS = 8;

/** The number of the annex that a row says to be of, where Sello does not check it; null for any other row. */
export function uncheckedAnnex(cells: readonly string[]): string | null {
  const last = cells.at(-1) ?? '';
  return cells.length >= LEAST_COLUMNS && OTHER_ANNEX.test(last) ? last : null;
}

/** Lines of which none is of an annex. */
export interface ForeignLines {
  readonly rows: number;
  readonly first: string;
  /** Whether any of them has columns. */
  readonly hasColumns: boolean;
  /** What `uncheckedAnnex` says of the first of them that it says anything of. */
  readonly unchecked: string | null;
  /** How many columns the rows have that have some, from the fewest to the most. */
  readonly widths: { readonly least: number; readonly most: number };
}

/** Why they are of none. */
export function whyForeignLines({ rows, first, hasColumns, unchecked, widths }: ForeignLines): string {
  if (rows === 0) return `El archivo está vacío. ${EXPECTED}`;
  if (unchecked !== null)
    return `Sus filas dicen ser del anexo ${unchecked}, que Sello no hace ni revisa. Revisa los anexos 1, 2, 5 y 9, los anulados y el detalle del F-14`;
  if (hasColumns) return `Ninguna de sus filas es de un anexo conocido: ${widthsText(widths)}. ${EXPECTED}`;
  const [, word] = SEPARATORS.find(([separator]) => first.includes(separator)) ?? [];
  const instead = word === undefined ? '' : `: parecen llevar ${word}`;
  return `Sus filas no llevan punto y coma entre las columnas${instead}. ${EXPECTED}`;
}

function widthsText({ least, most }: ForeignLines['widths']): string {
  const found = least === most ? `${least}` : `de ${least} a ${most}`;
  const due = ANNEXES.map(({ key, columns }) => `${columns.length} ${OF_ANNEX[key] ?? `en el anexo ${key}`}`);
  return `tienen ${found} columnas y deben ser ${due.slice(0, -1).join(', ')} o ${due.at(-1)}`;
}

/** Files that are called otherwise than by the number of an annex. */
const OF_ANNEX: Readonly<Record<string, string>> = {
  anulados: 'en los anulados',
  f14: 'en el detalle del F-14',
};

const SEPARATORS: readonly (readonly [separator: string, word: string])[] = [
  ['\t', 'tabulaciones'],
  ['|', 'barras verticales'],
  [',', 'comas'],
];
