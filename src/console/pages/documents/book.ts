import { addedUp, BOOK_AMOUNTS, type BookAmount, type BookAmounts } from '../../../core/books/entry.ts';
import { dayText } from '../../../core/calendar/day-text.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';
import { TIPOS_DTE, type TipoDte, typeOf } from '../../../core/dte/kinds.ts';
import { nitText, nrcText, personNumberText } from '../../../core/identifiers/identity-numbers.ts';
import { formatCents } from '../../../core/money/decimal.ts';
import { type BookEntry, BookSums } from '../../../operations/listings/book-entries.ts';
import type { BookCell, BookRow, BookSheet, Cell } from '../../../operations/listings/ports.ts';
import { shortTitle, soldAndBought, standingOf } from '../../document-words.ts';
import { countedOf, documentsOf } from '../../words.ts';

/** A column of the sheet: its heading, its width in characters, and what stands in it. */
interface Column {
  readonly title: string;
  readonly width: number;
  readonly cell: (entry: BookEntry) => BookCell;
}

const AMOUNT_TITLES: Readonly<Record<BookAmount, string>> = {
  taxable: 'Gravado (sin IVA)',
  exempt: 'Exento',
  nonSubject: 'No sujeto',
  exported: 'Exportación',
  bought: 'Compra a sujeto excluido',
  vat: 'IVA',
  vatPerceived: 'IVA percibido',
  vatRetained: 'IVA retenido',
  incomeTaxRetained: 'Renta retenida',
  total: 'Total',
};
const AMOUNT_WIDTH = 14;

const AMOUNTS: readonly Column[] = BOOK_AMOUNTS.map((name) => ({
  title: AMOUNT_TITLES[name],
  width: AMOUNT_WIDTH,
  cell: ({ amounts }) => ({ amount: formatCents(amounts[name]) }),
}));

/** What people look for comes first, and the long codes last. */
const COLUMNS: readonly Column[] = [
  { title: 'Fecha', width: 12, cell: ({ view }) => ({ day: fiscalTime(view.record.postedMs).fecEmi }) },
  { title: 'Hora', width: 10, cell: ({ view }) => ({ clock: fiscalTime(view.record.postedMs).horEmi }) },
  { title: 'Tipo', width: 17, cell: ({ view }) => shortTitle(view.record.tipoDte) },
  { title: 'Número de control', width: 34, cell: ({ view }) => view.record.numeroControl },
  { title: 'Cliente o proveedor', width: 34, cell: ({ view }) => view.record.summary.customerName },
  {
    title: 'NIT o DUI',
    width: 17,
    cell: ({ party }) => personNumberText(party.partyNumberType, party.partyNumber),
  },
  { title: 'NRC', width: 10, cell: ({ party }) => nrcText(party.nrc) },
  { title: 'Estado', width: 21, cell: ({ view }) => standingOf(view).word },
  { title: '¿Se suma?', width: 10, cell: ({ counts }) => (counts ? 'Sí' : 'No') },
  ...AMOUNTS,
  { title: 'Establecimiento', width: 15, cell: ({ view }) => view.record.establishment },
  { title: 'Punto de venta', width: 10, cell: ({ view }) => view.record.pointOfSale },
  { title: 'Referencia', width: 24, cell: ({ view }) => view.record.externalRef },
  { title: 'Código de generación', width: 40, cell: ({ view }) => view.record.codigoGeneracion },
  { title: 'Sello de recepción', width: 46, cell: ({ view }) => view.record.selloRecibido },
  { title: 'Documento que ajusta', width: 40, cell: ({ party }) => party.adjusted },
];
/** Where totals are named, because there is room. */
const LABEL_PLACE = COLUMNS.findIndex(({ title }) => title === 'Número de control');
const FIRST_AMOUNT = COLUMNS.indexOf(AMOUNTS[0] ?? { title: '', width: 0, cell: () => null });

/** Whose book it is and what was asked for, as its last lines say it. */
export interface BookTitle {
  readonly company: string;
  readonly nit: string;
  readonly nrc: string;
  /** The days and whatever else was asked for, in words. */
  readonly asked: string;
  readonly madeAtMs: number;
}

/** A book for people: each document with its amounts and, on a second sheet, what they come to. */
export function bookOf(entries: AsyncIterable<BookEntry>, title: BookTitle): readonly BookSheet[] {
  const sums = new BookSums();
  return [
    {
      name: 'Documentos',
      columns: COLUMNS,
      printed: FIRST_AMOUNT + AMOUNTS.length,
      rows: rowsOf(entries, sums),
      foot: () => [...totalsOf(sums).map(belowRows), ...wordsOf(sums).map(inWords)],
    },
    {
      name: 'Totales',
      columns: [{ title: 'Tipo', width: 30 }, { title: 'Documentos', width: 13 }, ...AMOUNTS],
      printed: AMOUNTS.length + 2,
      rows: totalRows(sums),
      foot: () => [...wordsOf(sums), ...titleLines(title)].map(inWords),
    },
  ];
}

async function* rowsOf(entries: AsyncIterable<BookEntry>, sums: BookSums): AsyncGenerator<BookRow> {
  for await (const entry of entries) {
    sums.add(entry);
    yield { tone: entry.counts ? 'plain' : 'faint', cells: COLUMNS.map(({ cell }) => cell(entry)) };
  }
}

/** The same rows as a table without sums, the heading first: what a program or another spreadsheet reads. */
export async function* plainTable(entries: AsyncIterable<BookEntry>): AsyncGenerator<readonly Cell[]> {
  yield COLUMNS.map(({ title }) => title);
  for await (const entry of entries) yield COLUMNS.map(({ cell }) => plainCell(cell(entry)));
}

function plainCell(cell: BookCell): Cell {
  if (cell === null || typeof cell === 'string' || 'amount' in cell) return cell;
  if ('day' in cell) return cell.day;
  return 'clock' in cell ? cell.clock : String(cell.count);
}

/** A line of totals. */
interface Total {
  readonly label: string;
  readonly documents: number;
  readonly amounts: BookAmounts;
}

/** By type, and what was sold without what was given back; purchases stand apart. */
function totalsOf(sums: BookSums): readonly Total[] {
  const found = TIPOS_DTE.flatMap((tipoDte) => {
    const one = sums.byType.get(tipoDte);
    return one === undefined ? [] : [{ label: totalTitle(tipoDte), tipoDte, ...one }];
  });
  const { sold, bought, label } = soldAndBought(found);
  if (sold.length === 0) return found;
  const net = {
    label,
    documents: sold.reduce((count, { documents }) => count + documents, 0),
    amounts: addedUp(sold.map(({ amounts }) => amounts)),
  };
  return [...sold, net, ...bought];
}

function totalTitle(tipoDte: TipoDte): string {
  return typeOf(tipoDte).movement === 'purchase' ? 'Sujeto excluido (compras)' : shortTitle(tipoDte);
}

function amountCells(amounts: BookAmounts): readonly BookCell[] {
  return BOOK_AMOUNTS.map((name) => ({ amount: formatCents(amounts[name]) }));
}

/** A total in the columns of the documents; the number of documents stands beside its name. */
function belowRows({ label, documents, amounts }: Total): BookRow {
  const before = COLUMNS.slice(0, FIRST_AMOUNT).map((_, place): BookCell => {
    if (place === LABEL_PLACE) return label;
    return place === LABEL_PLACE + 1 ? documentsOf(documents) : null;
  });
  return { tone: 'strong', cells: [...before, ...amountCells(amounts)] };
}

async function* totalRows(sums: BookSums): AsyncGenerator<BookRow> {
  for (const { label, documents, amounts } of totalsOf(sums))
    yield {
      tone: label.startsWith('Ventas') ? 'strong' : 'plain',
      cells: [label, { count: documents }, ...amountCells(amounts)],
    };
}

function wordsOf(sums: BookSums): readonly string[] {
  const { left } = sums;
  return [
    'Las notas de crédito van en negativo: restan.',
    left === 0
      ? 'No hay documentos rechazados ni anulados: todos se suman.'
      : `${countedOf(left, 'documento rechazado o anulado aparece tachado y no se suma', 'documentos rechazados o anulados aparecen tachados y no se suman')}.`,
  ];
}

function titleLines({ company, nit, nrc, asked, madeAtMs }: BookTitle): readonly string[] {
  const { fecEmi, horEmi } = fiscalTime(madeAtMs);
  return [
    `${company} · NIT ${nitText(nit)} · NRC ${nrcText(nrc)}`,
    `Documentos ${asked}`,
    `Descargado el ${dayText(fecEmi)} a las ${horEmi.slice(0, 5)}`,
  ];
}

function inWords(text: string): BookRow {
  return { tone: 'plain', cells: [text] };
}
