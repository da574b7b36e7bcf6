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
import type { MonthOrder } from '../declared-documents.ts';
import type { DeclarationReader } from '../ports.ts';
import type { BookScope, MonthMemo, VatBook } from './book-order.ts';
import { CONSUMERS_BOOK } from './consumers-book.ts';
import { plainRow } from './printed-sheet.ts';
import { leavingBehind, readTogether } from './read-together.ts';
import { TAXPAYERS_BOOK } from './taxpayers-book.ts';

/** The books of sales; that of purchases needs the documents that others issued. */
export const VAT_BOOKS: readonly VatBook[] = [TAXPAYERS_BOOK, CONSUMERS_BOOK];

export function bookNamed(key: string): VatBook | null {
  return VAT_BOOKS.find((book) => book.key === key) ?? null;
}

export interface BookParts {
  readonly declarations: DeclarationReader;
  readonly writer: Pick<ExportWriter, 'book'>;
  readonly sheets: SheetPress;
}

/** A book that somebody wants of a month. */
export interface BookOrder extends MonthOrder, Pick<BookScope, 'establishment'> {
  readonly book: VatBook;
  readonly format: 'pdf' | 'xlsx';
}

/** A book as bytes. */
export function bookPieces(
  { declarations, writer, sheets }: BookParts,
  order: BookOrder,
): AsyncIterable<Uint8Array> {
  const parts = order.book.sheetsOf(declarations, { ...order.declaration, ...order });
  const head = bookHead(order.book.title, order);
  return order.format === 'pdf'
    ? sheets.print(head, parts)
    : writer.book(parts.map((sheet) => headed(sheet, head)));
}

/** `libro-contribuyentes-2026-11-M001.pdf`. */
export function bookFileName({ book, declaration, establishment, format }: BookOrder): string {
  const parts = ['libro', book.key, periodText(declaration.period)];
  return `${[...parts, ...(establishment === null ? [] : [establishment])].join('-')}.${format}`;
}

/**
 * Every book of a month, of all establishments together: each as its files, a PDF and a workbook, which are read at the same
 * time, and to their ends before the next book.
 */
export async function* wholeBooks(
  { declarations, writer, sheets }: BookParts,
  order: MonthOrder,
): AsyncGenerator<readonly StreamedFile[]> {
  const memo: MonthMemo = { consumers: null };
  for (const book of [CONSUMERS_BOOK, TAXPAYERS_BOOK]) {
    const whole = { ...order, book, establishment: null };
    const head = bookHead(book.title, whole);
    const scope = { ...order.declaration, establishment: null, memo };
    const twins = book
      .sheetsOf(declarations, scope)
      .map((sheet) => readTogether(sheet.rows).map((rows) => ({ ...sheet, rows })));
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

/** The head of every page: name, NIT, NRC, month and title (Reglamento, arts. 83 and 85). */
export function bookHead(
  title: string,
  { declaration, declarer: { name, nit, nrc }, establishment, madeMs }: Omit<BookOrder, 'book' | 'format'>,
): PageHead {
  const { ambiente, period } = declaration;
  const place = establishment === null ? 'Todos los establecimientos' : `Establecimiento ${establishment}`;
  return {
    title,
    holder: name,
    lines: [
      `NIT ${nitText(nit)} · NRC ${nrcText(nrc)} · Mes: ${periodWords(period)} · ${place} · Expresado en dólares de los Estados Unidos de América`,
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
