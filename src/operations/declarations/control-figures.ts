import { centsCell } from '../../core/declaring/cents.ts';
import { codeInWords, SALE_CODES } from '../../core/declaring/income-codes.ts';
import type { IncomeTotal, MonthTally, WithheldIncomeTax } from '../../core/declaring/month-tally.ts';
import { amountText } from '../../core/money/amount-text.ts';
import type { Cents } from '../../core/money/decimal.ts';
import type { BookRow, PrintedSheet } from '../listings/ports.ts';
import { amountCell, centsOf, plainRow, printedSheet, strongRow } from './books/printed-sheet.ts';

export const FIGURES_SHEET = 'Resumen';

/** What an accountant works out of a month besides the boxes, and how: the débito, what was retained, income by its class. */
export function figuresSheet(tally: MonthTally): PrintedSheet {
  async function* rows(): AsyncGenerator<BookRow> {
    yield* debit(tally);
    yield plainRow([
      'Retenciones por reclamar (IVA que le retuvieron)',
      amountCell(tally.retained.total()),
      'Suma del 1 % retenido de los documentos sellados del mes que no están invalidados, menos el de las notas. No se declara con esto: el anexo 7 (casilla 162) lleva los comprobantes de retención (07) que le entregue cada cliente de la hoja Retenciones.',
    ]);
    yield withheld(tally.withheldIncomeTax());
    yield* incomes(tally.incomes());
  }
  return printedSheet({
    name: FIGURES_SHEET,
    columns: [
      ['Concepto', 'prose', 52, 52],
      ['Monto', 'number', 18, 18],
      ['Cómo se calcula', 'prose', 100, 100],
    ],
    remark: 'Lo que el contador saca de los archivos: el débito del mes, lo retenido y la renta por clase.',
    rows: rows(),
  });
}

const money = (cents: Cents) => amountText(centsCell(cents));

const BY_HAND = 'lo retenido en las compras de la hoja Fuera cuyo vendedor no tiene NIT ni DUI';

function withheld({ inDetail, byHand }: WithheldIncomeTax): BookRow {
  const inForm = `${money(inDetail)} en el detalle del F-14 (columna I)`;
  return plainRow([
    'Renta retenida a sujetos excluidos',
    centsOf(inDetail + byHand),
    byHand === 0n ? inForm : `${inForm} + ${money(byHand)} por declarar a mano: ${BY_HAND}`,
  ]);
}

function debit(tally: MonthTally): readonly BookRow[] {
  const { taxpayers, consumers, notes, net } = tally.debit();
  const terms: readonly (readonly [string, Cents, string])[] = [
    ['créditos fiscales', taxpayers, 'Casilla 135: columna M del anexo 1, tipo 03'],
    ['facturas', consumers, 'Casilla 140: columna N del anexo 2, menos esa suma entre 1.13 (casilla 96)'],
    ['notas de crédito', -notes, 'Casilla 143, que se resta: columna M del anexo 1, tipo 05'],
  ];
  return [
    ...terms.map(([of, cents, how]) => plainRow([`Débito de ${of}`, centsOf(cents), how])),
    strongRow(['Débito fiscal del mes', centsOf(net), 'Casillas 135 + 140 - 143']),
  ];
}

function incomes(totals: readonly IncomeTotal[]): readonly BookRow[] {
  return [
    ...totals.map((one) => {
      const operation = codeInWords(SALE_CODES.operationType, one.operation);
      const income = codeInWords(SALE_CODES.incomeType, one.income);
      const name = `Renta: operación ${operation}, ingreso ${income}`;
      return plainRow([name, centsOf(one.total), incomeInWords(one)]);
    }),
    strongRow([
      'Renta: total de ingresos, sin IVA',
      centsOf(totals.reduce((cents, one) => cents + one.total, 0n)),
      'Suma de las clases. Lo gravado a consumidores se divide entre 1.13 en cada clase: puede diferir en centavos de la casilla 96.',
    ]),
  ];
}

function incomeInWords({ taxpayers, withVat, withoutVat, untaxed }: IncomeTotal): string {
  const terms: readonly (readonly [Cents, string])[] = [
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
export function retentionsSheet({ retained }: MonthTally): PrintedSheet {
  async function* rows(): AsyncGenerator<BookRow> {
    const customers = retained.customers();
    for (const { name, number, documents, retained: amount } of customers)
      yield plainRow([name === '' ? 'Sin nombre' : name, number, { count: documents }, amountCell(amount)]);
    if (customers.length > 0) yield strongRow(['Total', '', null, amountCell(retained.total())]);
  }
  return printedSheet({
    name: 'Retenciones',
    columns: [
      ['Cliente', 'text', 60, 60],
      ['NIT, DUI o NRC', 'text', 24, 24],
      ['Documentos', 'number', 14, 14],
      ['IVA retenido', 'number', 18, 18],
    ],
    remark:
      'Retenciones por reclamar: a cada cliente se le pide el comprobante de retención (07) por lo que retuvo. El anexo 7 se llena con los comprobantes recibidos.',
    whenEmpty: 'Ningún documento del mes lleva IVA retenido.',
    rows: rows(),
  });
}
