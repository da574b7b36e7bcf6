import { periodText, periodWords } from '../../../core/declaring/period.ts';
import { nitText, nrcText } from '../../../core/identifiers/identity-numbers.ts';
import type {
  BookSheet,
  ExportWriter,
  PageHead,
  PrintedSheet,
  SheetPress,
  StreamedFile,
} from '../../listings/ports.ts';
import type { DeclarationReader } from '../ports.ts';
import type { BookScope, MonthMemo, VatBook } from './book-order.ts';
import { plainRow } from './columns.ts';
import { CONSUMERS_BOOK } from './consumers-book.ts';
import { leavingBehind, readTogether } from './read-together.ts';
import { TAXPAYERS_BOOK } from './taxpayers-book.ts';

export type BookFormat = 'pdf' | 'xlsx';

export interface BookParts {
  readonly declarations: DeclarationReader;
  readonly writer: Pick<ExportWriter, 'book'>;
  readonly sheets: SheetPress;
}

/** Whose book it is. */
export interface BookHolder {
  readonly name: string;
  readonly nit: string;
  readonly nrc: string;
}

export interface BookOrder extends BookScope {
  readonly book: VatBook;
  readonly format: BookFormat;
  readonly holder: BookHolder;
  readonly madeMs: number;
}

/** A book as bytes. */
export function bookPieces(
  { declarations, writer, sheets }: BookParts,
  order: BookOrder,
): AsyncIterable<Uint8Array> {
  const parts = order.book.sheetsOf(declarations, order);
  const head = bookHead(order.book.title, order);
  return order.format === 'pdf'
    ? sheets.print(head, parts)
    : writer.book(parts.map((sheet) => headed(sheet, head)));
}

/** `libro-contribuyentes-2026-11-M001.pdf`. */
export function bookFileName({ book, period, establishment, format }: BookOrder): string {
  const parts = ['libro', book.key, periodText(period)];
  return `${[...parts, ...(establishment === null ? [] : [establishment])].join('-')}.${format}`;
}

/**
 * Every book of a month, of all establishments together: each as its files, a PDF and a workbook, which are read at the same
 * time, and to their ends before the next book.
 */
export async function* wholeBooks(
  { declarations, writer, sheets }: BookParts,
  order: Omit<BookOrder, 'book' | 'format' | 'establishment'>,
): AsyncGenerator<readonly StreamedFile[]> {
  const memo: MonthMemo = { consumers: null };
  for (const book of [CONSUMERS_BOOK, TAXPAYERS_BOOK]) {
    const whole = { ...order, book, establishment: null, memo };
    const head = bookHead(book.title, whole);
    const twins = book.sheetsOf(declarations, whole).map(twinsOf);
    const [printed = [], filled = []] = [0, 1].map((place) =>
      twins.flatMap((each) => each.slice(place, place + 1)),
    );
    const pages = sheets.print(head, printed);
    const workbook = writer.book(filled.map((sheet) => headed(sheet, head)));
    yield [
      { name: bookFileName({ ...whole, format: 'pdf' }), content: leavingBehind(pages, printed) },
      { name: bookFileName({ ...whole, format: 'xlsx' }), content: leavingBehind(workbook, filled) },
    ];
  }
}

/** A sheet for two who read it at the same time. */
function twinsOf(sheet: PrintedSheet): readonly PrintedSheet[] {
  return readTogether(sheet.rows).map((rows) => ({ ...sheet, rows }));
}

/** Whose pages they are; an establishment of null stands for all of them. */
export type Held = Pick<BookOrder, 'ambiente' | 'period' | 'establishment' | 'holder' | 'madeMs'>;

/** The head of every page: name, NIT, NRC, month and title (Reglamento, arts. 83 and 85). */
export function bookHead(title: string, { ambiente, period, establishment, holder, madeMs }: Held): PageHead {
  const place = establishment === null ? 'Todos los establecimientos' : `Establecimiento ${establishment}`;
  return {
    title,
    holder: holder.name,
    lines: [
      `NIT ${nitText(holder.nit)} · NRC ${nrcText(holder.nrc)} · Mes: ${periodWords(period)} · ${place} · Expresado en dólares de los Estados Unidos de América`,
    ],
    isTest: ambiente === '00',
    madeMs,
  };
}

const TEST = 'Pruebas: nada de esto se declara.';
const SIGNATURE = plainRow(['Nombre y firma del contador: ______________________________']);

/** A sheet of a workbook, which has no pages to write their head on: it says above its heading what they do. */
export function headed(sheet: PrintedSheet, { title, holder, lines, isTest }: PageHead): BookSheet {
  return {
    ...sheet,
    above: [title, holder, ...lines, ...(isTest ? [TEST] : [])],
    foot: () => [...sheet.foot(), ...(sheet.isSigned ? [SIGNATURE] : [])],
  };
}
