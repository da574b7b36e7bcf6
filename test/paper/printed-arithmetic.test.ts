import { describe, expect, it } from 'vitest';
import type { PaperForm } from '../../src/operations/files/ports.ts';
import { render } from '../../src/paper/render.ts';
import { goldenCases } from '../golden/golden-case.ts';
import { cents, Exact, sumOf } from '../oracle/exact.ts';
import { longDocument } from '../support/long-document.ts';
import { goldenSignedFile } from '../support/signed-file.ts';
import { type PrintedLine, type PrintedPaper, readLetter, readTicket } from './read-paper.ts';

/**
 * Whoever checks a paper with pencil and calculator finds the document's figures: each number is read back from the
 * text of the PDF and compared with the document by arithmetic that shares nothing with what prints.
 */
const LETTER: PaperForm = { kind: 'letter' };
const TICKETS: readonly PaperForm[] = [
  { kind: 'ticket', widthMm: 80 },
  { kind: 'ticket', widthMm: 58 },
];

/** Members of a document as JSON has them. */
type Item = Readonly<Record<string, unknown>>;
interface Document {
  readonly identificacion: { readonly tipoDte: string; readonly version: number; readonly fecEmi: string };
  readonly cuerpoDocumento: readonly Item[];
  readonly resumen: Item & {
    readonly tributos?: readonly Item[] | null;
    readonly pagos?: readonly Item[] | null;
  };
}

const exactly = (item: Item | undefined, key: string) => new Exact(Number(item?.[key] ?? 0));
const read = (printed: string | null | undefined) => new Exact((printed ?? '0').replaceAll(',', ''));

const CLASSES: Readonly<Record<string, string>> = { N: 'ventaNoSuj', E: 'ventaExenta', G: 'ventaGravada' };
const SALES = ['ventaNoSuj', 'ventaExenta', 'ventaGravada'];

function columnsOf({ identificacion: { tipoDte, version } }: Document): readonly string[] {
  if (tipoDte === '11') return ['montoDescu', 'ventaGravada'];
  if (tipoDte === '14') return ['montoDescu', 'compra'];
  return ['montoDescu', ...SALES, ...(tipoDte === '05' && version === 4 ? ['ivaPerci', 'ivaRete'] : [])];
}

/** The keys of each sum by the label that it is printed with, its sign aside. */
const SUMS: Readonly<Record<string, readonly string[]>> = {
  'Suma de ventas no sujetas': ['totalNoSuj'],
  'Suma de ventas exentas': ['totalExenta'],
  'Suma de ventas gravadas': ['totalGravada'],
  'Suma total de operaciones': ['subTotalVentas'],
  'Total de operaciones gravadas': ['totalGravada'],
  'Total de operaciones': ['totalCompra'],
  'Total de descuentos': ['totalDescu'],
  'Sub-total': ['subTotal'],
  'Monto total de la operación': ['montoTotalOperacion'],
  'IVA percibido': ['ivaPerci', 'ivaPerci1'],
  'IVA retenido': ['ivaRete', 'ivaRete1'],
  'Retención de renta': ['reteRenta'],
  Seguro: ['seguro'],
  Flete: ['flete'],
  'Total a pagar': ['totalPagar'],
  'Total general': ['totalPagar'],
};
const COLUMN_SUMS: Readonly<Record<string, readonly string[]>> = {
  ventaNoSuj: ['totalNoSuj'],
  ventaExenta: ['totalExenta'],
  ventaGravada: ['totalGravada'],
  compra: ['totalCompra'],
  montoDescu: ['totalDescu'],
  ivaPerci: ['ivaPerci'],
  ivaRete: ['ivaRete'],
};
const SIGN = / \(([+−]|ya restados|no incluido en el total)\)$/;

function expectedSum({ resumen }: Document, label: string): Exact | null {
  const name = label.replace(SIGN, '');
  const tributo = (resumen.tributos ?? []).find(({ descripcion }) => descripcion === name);
  if (tributo !== undefined) return exactly(tributo, 'valor');
  const key = SUMS[name]?.find((each) => typeof resumen[each] === 'number');
  return key === undefined ? null : exactly(resumen, key);
}

function expectLines(paper: PrintedPaper, document: Document): void {
  const { cuerpoDocumento } = document;
  expect(paper.lines.map(({ number }) => number)).toEqual(
    cuerpoDocumento.map(({ numItem }) => String(numItem)),
  );
  for (const [index, line] of paper.lines.entries()) {
    const item = cuerpoDocumento[index];
    expect(read(line.quantity)).toEqual(exactly(item, 'cantidad'));
    expect(read(line.price)).toEqual(exactly(item, 'precioUni').toDecimalPlaces(4));
    expect(line.price).toMatch(/\.\d{2,4}$/);
    expect(read(line.discount)).toEqual(cents(exactly(item, 'montoDescu')));
    for (const [column, amount] of Object.entries(line.amounts)) {
      expect(amount).toMatch(/\.\d{2}$/);
      expect(read(amount)).toEqual(cents(exactly(item, CLASSES[column] ?? column)));
    }
  }
}

/** Every amount of a line stands on the paper that is more than nothing. */
function expectAllSales({ lines }: PrintedPaper, { cuerpoDocumento }: Document): void {
  const shown = lines.map(({ amounts }) => sumOf(salesOf(amounts), read));
  const sold = cuerpoDocumento.map((item) => sumOf([...SALES, 'compra'], (key) => cents(exactly(item, key))));
  expect(shown).toEqual(sold);
}

function salesOf(amounts: PrintedLine['amounts']): readonly string[] {
  return Object.entries(amounts).flatMap(([key, amount]) =>
    [...SALES, 'compra'].includes(CLASSES[key] ?? key) ? [amount] : [],
  );
}

/** What adds up needs no remark; what does not has one with both figures. */
function expectRemark(
  { lines, remark }: PrintedPaper,
  { resumen }: Document,
  columns: readonly string[],
): void {
  const off = columns.flatMap((column) => {
    const printed = sumOf(lines, ({ amounts, discount }) =>
      column === 'montoDescu' ? read(discount) : amountIn(amounts, column),
    );
    const key = COLUMN_SUMS[column]?.find((each) => typeof resumen[each] === 'number');
    const total = key === undefined ? printed : exactly(resumen, key);
    return printed.equals(total) ? [] : [`suman ${written(printed)} y el total es ${written(total)}`];
  });
  for (const said of off) expect(remark).toContain(said);
  const isOff = off.length > 0 || lines.some(isProductOff);
  expect(remark.includes('cifras exactas en el JSON')).toBe(isOff);
  expect(remark.split(' suman ')).toHaveLength(1 + off.length);
}

function amountIn(amounts: PrintedLine['amounts'], column: string): Exact {
  const found = Object.entries(amounts).find(([key]) => (CLASSES[key] ?? key) === column);
  return read(found?.[1]);
}

function isProductOff({ quantity, price, discount, amounts }: PrintedLine): boolean {
  const product = cents(read(quantity).times(read(price)).minus(read(discount)));
  return !product.equals(sumOf(salesOf(amounts), read));
}

function written(value: Exact): string {
  return value.toNumber().toLocaleString('en-US', { minimumFractionDigits: 2 });
}

function expectSums({ sums }: PrintedPaper, document: Document): void {
  expect(sums.length).toBeGreaterThanOrEqual(3);
  let running: Exact | null = null;
  for (const { label, amount } of sums) {
    const expected = expectedSum(document, label);
    expect([label, expected?.toFixed(2)]).toEqual([label, read(amount).toFixed(2)]);
    const sign = SIGN.exec(label)?.[1];
    if (sign === '+') running = (running ?? new Exact(0)).plus(read(amount));
    else if (sign === '−') running = (running ?? new Exact(0)).minus(read(amount));
    else if (/^(?:Suma total|Total de operaciones|Sub-total|Monto total|Total a|Total general)/.test(label)) {
      expect([label, (running ?? read(amount)).toFixed(2)]).toEqual([label, read(amount).toFixed(2)]);
      running = read(amount);
    }
  }
}

function expectPayments(
  { payments, sums, texts }: PrintedPaper,
  { resumen, identificacion }: Document,
): void {
  const pagos = resumen.pagos ?? [];
  expect(payments.map(({ amount }) => read(amount).toFixed(2))).toEqual(
    pagos.map((pago) => exactly(pago, 'montoPago').toFixed(2)),
  );
  if (pagos.length > 0)
    expect(sumOf(payments, ({ amount }) => read(amount)).toFixed(2)).toBe(
      read(sums.at(-1)?.amount).toFixed(2),
    );
  for (const { plazo, periodo } of pagos) {
    if (typeof periodo !== 'number') continue;
    const due = new Date(`${identificacion.fecEmi}T00:00:00Z`);
    if (plazo === '01') due.setUTCDate(due.getUTCDate() + periodo);
    else due.setUTCMonth(due.getUTCMonth() + periodo * (plazo === '03' ? 12 : 1));
    const [year, month, day] = due.toISOString().slice(0, 10).split('-');
    expect(texts.join(' ')).toContain(`${day}/${month}/${year}`);
  }
}

async function expectArithmetic(signedFile: string, form: PaperForm): Promise<PrintedPaper> {
  const document: Document = JSON.parse(signedFile);
  const branding = { logo: null, color: null };
  const bytes = await render({ form, signedFile, rejection: null, cancellation: { kind: 'none' }, branding });
  const columns = columnsOf(document);
  const paper = form.kind === 'ticket' ? await readTicket(bytes) : await readLetter(bytes, columns);
  expectLines(paper, document);
  expectAllSales(paper, document);
  expectRemark(paper, document, columns);
  expectSums(paper, document);
  expectPayments(paper, document);
  for (const [index, text] of paper.texts.entries())
    expect(text).toContain(`Página ${index + 1} de ${paper.texts.length}`);
  return paper;
}

describe('the arithmetic of a paper', () => {
  it.each(goldenCases())('on a letter is that of %s', async (name) => {
    await expectArithmetic(goldenSignedFile(name), LETTER);
  });

  it.each(
    goldenCases()
      .filter((name) => name.startsWith('01-'))
      .flatMap((name) => TICKETS.map((form) => [name, form] as const)),
  )('on a ticket is that of %s, on %j', async (name, form) => {
    await expectArithmetic(goldenSignedFile(name), form);
  });

  it.each([5, 12, 25, 40, 41, 80, 300])('is that of a document of %i lines, page by page', async (count) => {
    const paper = await expectArithmetic(longDocument(count), LETTER);
    expect(paper.lines).toHaveLength(count);
  });
});
