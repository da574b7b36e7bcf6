import { fiscalTime } from '../../core/calendar/el-salvador-time.ts';
import { annexAmount, centsCell } from '../../core/declaring/cents.ts';
import type { MonthTally } from '../../core/declaring/month-tally.ts';
import { TIPOS_DTE } from '../../core/dte/kinds.ts';
import { titleOfType } from '../../core/dte/titles.ts';
import { type Amount, sum, ZERO } from '../../core/money/decimal.ts';
import type { BookCell, BookRow, PrintedSheet } from '../listings/ports.ts';
import {
  amountCell,
  codeColumn,
  numberColumn,
  plainRow,
  printedSheet,
  proseColumn,
  strongRow,
  textColumn,
} from './books/columns.ts';
import { type Declaration, spanOf } from './declared-documents.ts';
import { LeftOutSums, leftOutCents, leftOutVatCents, WHY_LEFT_OUT } from './left-out.ts';
import type { DeclarationReader } from './ports.ts';

/** What was written of a month, and what it declares. */
export interface LeftOutOrder {
  readonly declaration: Declaration;
  /** Read when the annexes have been written. */
  readonly tally: MonthTally;
}

/** The documents that are left out of a month, each with its amount and why, and what they come to. */
export function leftOutSheet(reader: DeclarationReader, order: LeftOutOrder): PrintedSheet {
  const sums = new LeftOutSums();
  return printedSheet({
    name: 'Fuera',
    columns: [
      textColumn('Tipo', 30, 30),
      codeColumn('Número de control', 34, 31),
      textColumn('Fecha', 12, 12),
      numberColumn('Sin IVA', 15),
      numberColumn('IVA', 13),
      numberColumn('Total', 15),
      proseColumn('Por qué', 90, 67),
    ],
    remark:
      'Los documentos del mes que no entran en algún archivo. Las exportaciones y las compras a sujetos excluidos no llevan IVA; los montos de una nota de crédito van negativos.',
    whenEmpty: 'Nada quedó fuera.',
    rows: leftOut(reader, order, sums),
    foot: () => sumRows(order.tally, sums),
  });
}

async function* leftOut(
  reader: DeclarationReader,
  { declaration, tally }: LeftOutOrder,
  sums: LeftOutSums,
): AsyncGenerator<BookRow> {
  for await (const one of reader.unstamped(declaration.companyId, spanOf(declaration, TIPOS_DTE))) {
    sums.add(one);
    const { tipoDte, numeroControl, issuedMs, state } = one;
    const day = { day: fiscalTime(issuedMs).fecEmi };
    const amounts = amountCells(leftOutCents(one), leftOutVatCents(one));
    yield plainRow([titleOfType(tipoDte), numeroControl, day, ...amounts, WHY_LEFT_OUT[state]]);
  }
  for (const { numeroControl, fecEmi, purchased, incomeTaxWithheld } of tally.unnamed()) {
    const why = `Está en el anexo 5, pero no en el detalle del F-14, que pide NIT o DUI: la renta retenida a quien no los tiene (${annexAmount(incomeTaxWithheld)}) se declara a mano.`;
    yield plainRow([titleOfType('14'), numeroControl, { day: fecEmi }, ...untaxed(purchased), why]);
  }
}

function sumRows(tally: MonthTally, sums: LeftOutSums): readonly BookRow[] {
  const rows = sums.sums().map(({ words, documents, cents, vatCents }) => {
    const told = `Suma. ${words}: ${countedOf(documents)}`;
    return strongRow(['', '', null, ...amountCells(cents, vatCents), told]);
  });
  const unnamed = tally.unnamed();
  if (unnamed.length === 0) return rows;
  const withheld = annexAmount(sum(unnamed.map(({ incomeTaxWithheld }) => incomeTaxWithheld)));
  const words = `Suma. Fuera del F-14: ${countedOf(unnamed.length)}, renta retenida ${withheld}`;
  const bought = untaxed(sum(unnamed.map(({ purchased }) => purchased)));
  return [...rows, strongRow(['', '', null, ...bought, words])];
}

/** What is left without VAT, the VAT, and the whole. */
function amountCells(cents: bigint, vatCents: bigint): readonly BookCell[] {
  return [cents - vatCents, vatCents, cents].map((one) => ({ amount: centsCell(one) }));
}

/** The same for what has no VAT. */
function untaxed(amount: Amount): readonly BookCell[] {
  return [amountCell(amount), amountCell(ZERO), amountCell(amount)];
}

function countedOf(documents: number): string {
  return documents === 1 ? '1 documento' : `${documents} documentos`;
}
