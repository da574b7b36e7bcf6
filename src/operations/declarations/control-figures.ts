import { centsCell } from '../../core/declaring/cents.ts';
import { codeInWords, SALE_CODES } from '../../core/declaring/income-codes.ts';
import type { IncomeTotal, MonthTally, WithheldIncomeTax } from '../../core/declaring/month-tally.ts';
import { amountText } from '../../core/money/amount-text.ts';
import type { BookRow, PrintedSheet } from '../listings/ports.ts';
import {
  amountCell,
  numberColumn,
  plainRow,
  printedSheet,
  proseColumn,
  strongRow,
  textColumn,
} from './books/columns.ts';

/** What is told once the annexes have been written. */
type Tallied = () => MonthTally;

export const FIGURES_SHEET = 'Resumen';

/** What an accountant works out of a month besides the boxes, and how: the débito, what was retained, income by its class. */
export function figuresSheet(tallied: Tallied): PrintedSheet {
  return printedSheet({
    name: FIGURES_SHEET,
    columns: [
      proseColumn('Concepto', 52, 52),
      numberColumn('Monto', 18, 18),
      proseColumn('Cómo se calcula', 100, 100),
    ],
    remark: 'Lo que el contador saca de los archivos: el débito del mes, lo retenido y la renta por clase.',
    rows: figures(tallied),
  });
}

async function* figures(tallied: Tallied): AsyncGenerator<BookRow> {
  const tally = tallied();
  yield* debit(tally);
  yield plainRow([
    'Retenciones por reclamar (IVA que le retuvieron)',
    amountCell(tally.retained.total()),
    'Suma del 1 % retenido de los documentos sellados del mes que no están invalidados, menos el de las notas. No se declara con esto: el anexo 7 (casilla 162) lleva los comprobantes de retención (07) que le entregue cada cliente de la hoja Retenciones.',
  ]);
  yield withheld(tally.withheldIncomeTax());
  yield* incomes(tally.incomes());
}

const BY_HAND = 'lo retenido en las compras de la hoja Fuera cuyo vendedor no tiene NIT ni DUI';

function withheld({ inDetail, byHand }: WithheldIncomeTax): BookRow {
  const money = (cents: bigint) => amountText(centsCell(cents));
  const inForm = `${money(inDetail)} en el detalle del F-14 (columna I)`;
  return plainRow([
    'Renta retenida a sujetos excluidos',
    { amount: centsCell(inDetail + byHand) },
    byHand === 0n ? inForm : `${inForm} + ${money(byHand)} por declarar a mano: ${BY_HAND}`,
  ]);
}

function* debit(tally: MonthTally): Generator<BookRow> {
  const { taxpayers, consumers, notes, net } = tally.debit();
  const amount = (cents: bigint) => ({ amount: centsCell(cents) });
  yield plainRow([
    'Débito de créditos fiscales',
    amount(taxpayers),
    'Casilla 135: columna M del anexo 1, tipo 03',
  ]);
  yield plainRow([
    'Débito de facturas',
    amount(consumers),
    'Casilla 140: columna N del anexo 2, menos esa suma entre 1.13 (casilla 96)',
  ]);
  yield plainRow([
    'Débito de notas de crédito',
    amount(-notes),
    'Casilla 143, que se resta: columna M del anexo 1, tipo 05',
  ]);
  yield strongRow(['Débito fiscal del mes', amount(net), 'Casillas 135 + 140 - 143']);
}

function* incomes(totals: readonly IncomeTotal[]): Generator<BookRow> {
  for (const one of totals) {
    const operation = codeInWords(SALE_CODES.operationType, one.operation);
    const income = codeInWords(SALE_CODES.incomeType, one.income);
    yield plainRow([
      `Renta: operación ${operation}, ingreso ${income}`,
      { amount: centsCell(one.total) },
      incomeInWords(one),
    ]);
  }
  const total = totals.reduce((cents, one) => cents + one.total, 0n);
  yield strongRow([
    'Renta: total de ingresos, sin IVA',
    { amount: centsCell(total) },
    'Suma de las clases. Lo gravado a consumidores se divide entre 1.13 en cada clase: puede diferir en centavos de la casilla 96.',
  ]);
}

function incomeInWords({ taxpayers, withVat, withoutVat, untaxed }: IncomeTotal): string {
  const money = (cents: bigint) => amountText(centsCell(cents));
  const terms: readonly (readonly [bigint, string])[] = [
    [taxpayers, 'del anexo 1 (columna P, menos las notas)'],
    [withoutVat, `del anexo 2 (columna N, ${money(withVat)} entre 1.13)`],
    [untaxed, 'de sus ventas exentas, no sujetas y exportaciones'],
  ];
  return terms
    .filter(([cents]) => cents !== 0n)
    .map(([cents, words]) => `${money(cents)} ${words}`)
    .join(' + ');
}

/** Whom to ask for certificates of what they retained. */
export function retentionsSheet(tallied: Tallied): PrintedSheet {
  return printedSheet({
    name: 'Retenciones',
    columns: [
      textColumn('Cliente', 60, 60),
      textColumn('NIT, DUI o NRC', 24, 24),
      numberColumn('Documentos', 14, 14),
      numberColumn('IVA retenido', 18, 18),
    ],
    remark:
      'Retenciones por reclamar: a cada cliente se le pide el comprobante de retención (07) por lo que retuvo. El anexo 7 se llena con los comprobantes recibidos.',
    whenEmpty: 'Ningún documento del mes lleva IVA retenido.',
    rows: retentions(tallied),
  });
}

async function* retentions(tallied: Tallied): AsyncGenerator<BookRow> {
  const { retained } = tallied();
  const customers = retained.customers();
  for (const { name, number, documents, retained: amount } of customers)
    yield plainRow([name === '' ? 'Sin nombre' : name, number, { count: documents }, amountCell(amount)]);
  if (customers.length > 0) yield strongRow(['Total', '', null, amountCell(retained.total())]);
}
