import type { AdjustedDocument } from '../../src/core/drafting/nota-credito-draft.ts';
import type { Order, OrderLine } from '../../src/core/drafting/order.ts';
import type { SchemaGeneration } from '../../src/core/dte/kinds.ts';
import { type DocumentAmounts, expectedPayments, printedAs } from './document-amounts.ts';
import { cents, Exact, fine, sumOf } from './exact.ts';
import {
  amountOf,
  discountOf,
  linesOf,
  type PricedLine,
  pricedLine,
  printedSale,
  ZERO,
} from './priced-lines.ts';

/**
 * The amounts of types 03 and 05 as the rules describe them, with neither code nor method of the product. Sources:
 * Manual Funcional V2.0 section XXI (lines keep 8 decimals, the summary 2, a cent of tolerance an amount) and its rules
 * for both types (prices without VAT, VAT in `resumen.tributos`, what is retained or perceived in `totalPagar` only,
 * `totalIva` of a note on a CCF is 0); structure manual of NCE v3 (its `montoTotalOperacion` has both); CT 162 and 163 (1 % from a base of 100.00). The product's own promise: what the
 * customer pays before retention is the total that was quoted with VAT, as long as the authority tolerates it.
 */
const CENT = new Exact('0.01');

interface NetLine extends PricedLine {
  /** With VAT, as it was quoted. */
  readonly quoted: Exact;
}

function netLine(order: OrderLine): NetLine {
  const quoted = pricedLine(order);
  if (order.saleType !== 'taxed') return { ...quoted, quoted: quoted.amount };
  return { ...pricedLine(order, fine(quoted.price.div('1.13'))), quoted: quoted.amount };
}

interface Sales {
  readonly totalNoSuj: Exact;
  readonly totalExenta: Exact;
  readonly totalGravada: Exact;
  readonly totalDescu: Exact;
  readonly iva: Exact;
}

function salesOf(lines: readonly NetLine[]): Sales {
  return {
    totalNoSuj: amountOf(linesOf(lines, 'non_subject')),
    totalExenta: amountOf(linesOf(lines, 'exempt')),
    totalDescu: discountOf(lines),
    ...taxed(linesOf(lines, 'taxed')),
  };
}

/** The quoted total split into base and VAT; where a base in cents is further than a cent from the lines, rebuilt. */
function taxed(lines: readonly NetLine[]): Pick<Sales, 'totalGravada' | 'iva'> {
  const quoted = cents(sumOf(lines, (line) => line.quoted));
  const iva = cents(quoted.div('1.13').times('0.13'));
  const exact = sumOf(lines, ({ amount }) => amount);
  if (quoted.minus(iva).minus(exact).abs().lte(CENT)) return { totalGravada: quoted.minus(iva), iva };
  const totalGravada = cents(exact);
  return { totalGravada, iva: cents(totalGravada.times('0.13')) };
}

function tributosOf({ totalGravada, iva }: Sales): readonly string[] {
  return totalGravada.isZero() ? [] : [`20 ${iva.toFixed()}`];
}

function onePercent(base: Exact): Exact {
  return cents(base.times('0.01'));
}

/** Every amount that the CCF of this order must show. */
export function expectedCreditoFiscal(
  order: Order,
  rules: { readonly generation: SchemaGeneration; readonly perceptionAgent: boolean },
): DocumentAmounts {
  const lines = order.lines.map(netLine);
  const sales = salesOf(lines);
  const kind = order.customer?.typeContributor ?? 0;
  const isLarge = sales.totalGravada.gte(100);
  const retained = isLarge && [3, 4].includes(kind) ? onePercent(sales.totalGravada) : ZERO;
  const perceived =
    isLarge && rules.perceptionAgent && [1, 2].includes(kind) ? onePercent(sales.totalGravada) : ZERO;
  const before = sales.totalNoSuj.plus(sales.totalExenta).plus(sales.totalGravada);
  const whole = before.plus(sales.iva);
  const toPay = whole.plus(perceived).minus(retained);
  const withheld =
    rules.generation === 'v1'
      ? { ivaPerci1: perceived, ivaRete1: retained, reteRenta: ZERO }
      : { ivaPerci: perceived, ivaRete: retained };
  const { iva: _, ...totals } = sales;
  return {
    lines: lines.map((line) => printedAs({ ...printedSale(line), psv: ZERO, noGravado: ZERO })),
    summary: printedAs({
      ...totals,
      subTotalVentas: before,
      subTotal: before,
      montoTotalOperacion: whole,
      totalPagar: toPay,
      descuNoSuj: ZERO,
      descuExenta: ZERO,
      descuGravada: ZERO,
      porcentajeDescuento: ZERO,
      totalNoGravado: ZERO,
      saldoFavor: ZERO,
      ...withheld,
    }),
    tributos: tributosOf(sales),
    payments: expectedPayments(order.payments, toPay),
  };
}

/** What a note gives back, and what of its CCF decides its amounts. */
export interface GivenBack {
  readonly lines: readonly OrderLine[];
  readonly adjusted: Pick<AdjustedDocument, 'carriedRetention' | 'carriedPerception'>;
}

/** Every amount that the note must show. */
export function expectedNotaCredito(note: GivenBack, generation: SchemaGeneration): DocumentAmounts {
  const lines = note.lines.map(netLine);
  const sales = salesOf(lines);
  const { carriedPerception, carriedRetention } = note.adjusted;
  const perceived = carriedPerception ? onePercent(sales.totalGravada) : ZERO;
  const retained = carriedRetention ? onePercent(sales.totalGravada) : ZERO;
  const before = sales.totalNoSuj.plus(sales.totalExenta).plus(sales.totalGravada);
  const whole = before.plus(sales.iva);
  const { iva: _, ...totals } = sales;
  const toPay = whole.plus(perceived).minus(retained);
  const common = { ...totals, subTotalVentas: before };
  const v1 = {
    descuNoSuj: ZERO,
    descuExenta: ZERO,
    descuGravada: ZERO,
    subTotal: before,
    reteRenta: ZERO,
    ivaPerci1: perceived,
    ivaRete1: retained,
    montoTotalOperacion: toPay,
  };
  const v2 = {
    ivaPerci: perceived,
    ivaRete: retained,
    totalIva: ZERO,
    totalNoGravado: ZERO,
    montoTotalOperacion: whole,
    totalPagar: toPay,
  };
  return {
    lines: lines.map((line) =>
      printedAs({ ...printedSale(line), ...(generation === 'v1' ? {} : shares(line, note)) }),
    ),
    summary: printedAs({ ...common, ...(generation === 'v1' ? v1 : v2) }),
    tributos: tributosOf(sales),
    payments: [],
  };
}

/** What a line of fe-nc-v4 says of the 1 % that its CCF carried. */
function shares({ order, amount }: NetLine, { adjusted }: GivenBack) {
  const share = order.saleType === 'taxed' ? fine(amount.times('0.01')) : ZERO;
  return {
    noGravado: ZERO,
    totalIva: ZERO,
    ivaPerci: adjusted.carriedPerception ? share : ZERO,
    ivaRete: adjusted.carriedRetention ? share : ZERO,
  };
}
