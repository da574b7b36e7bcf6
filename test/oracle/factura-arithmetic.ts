import { Decimal } from 'decimal.js';
import type { Order, OrderLine, PaymentOrder } from '../../src/core/drafting/order.ts';

/**
 * The amounts of a Factura as the documents describe them, in decimal.js with 40 digits: it shares neither code nor
 * method with the product. Sources: Manual Funcional V2.0 section XXI (lines keep 8 decimals and the summary 2, each
 * rounded half up), its rules for type 01 (prices include VAT, `ivaItem = ventaGravada / 1.13 * 0.13`, the retention
 * is subtracted from `totalPagar` only) and CT 162 (1 % from a base of 100.00 without VAT).
 */
const D = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

/** Amounts as plain decimal text without needless zeros. */
export interface ExpectedLine {
  readonly cantidad: string;
  readonly precioUni: string;
  readonly montoDescu: string;
  readonly ventaNoSuj: string;
  readonly ventaExenta: string;
  readonly ventaGravada: string;
  readonly psv: string;
  readonly noGravado: string;
  readonly ivaItem: string;
}

export interface ExpectedSummary {
  readonly totalNoSuj: string;
  readonly totalExenta: string;
  readonly totalGravada: string;
  readonly subTotalVentas: string;
  readonly descuNoSuj: string;
  readonly descuExenta: string;
  readonly descuGravada: string;
  readonly porcentajeDescuento: string;
  readonly totalDescu: string;
  readonly subTotal: string;
  readonly montoTotalOperacion: string;
  readonly totalNoGravado: string;
  readonly totalPagar: string;
  readonly totalIva: string;
  readonly saldoFavor: string;
}

export interface ExpectedFactura {
  readonly lines: readonly ExpectedLine[];
  readonly summary: ExpectedSummary;
  /** `ivaRete1` in v1, `ivaRete` in v2. */
  readonly retention: string;
  readonly payments: readonly string[];
}

interface Line {
  readonly order: OrderLine;
  readonly discount: Decimal;
  readonly amount: Decimal;
  readonly vat: Decimal;
}

const HUNDRED = new D(100);
const LARGE_TAXPAYER = 3;
const GOVERNMENT = 4;

/** Every amount that the document of this order must show. */
export function expectedFactura(order: Order): ExpectedFactura {
  const lines = order.lines.map(lineOf);
  const totals = totalsOf(lines);
  const retention = retentionOf(totals.taxed.minus(totals.vat), order.customer?.typeContributor ?? null);
  const toPay = totals.all.minus(retention);
  return {
    lines: lines.map(expectedLine),
    summary: expectedSummary(totals, toPay),
    retention: retention.toFixed(),
    payments: paymentsOf(order.payments, toPay),
  };
}

function lineOf(order: OrderLine): Line {
  const gross = new D(order.quantity).times(order.unitPrice);
  const discount = fine(gross.times(order.discountPercentage).div(100));
  const amount = fine(gross).minus(discount);
  const vat = order.saleType === 'taxed' ? fine(amount.div('1.13').times('0.13')) : new D(0);
  return { order, discount, amount, vat };
}

function fine(value: Decimal): Decimal {
  return value.toDecimalPlaces(8);
}

function cents(value: Decimal): Decimal {
  return value.toDecimalPlaces(2);
}

function expectedLine({ order, discount, amount, vat }: Line): ExpectedLine {
  const sold = (saleType: OrderLine['saleType']) => (order.saleType === saleType ? amount.toFixed() : '0');
  return {
    cantidad: new D(order.quantity).toFixed(),
    precioUni: new D(order.unitPrice).toFixed(),
    montoDescu: discount.toFixed(),
    ventaNoSuj: sold('non_subject'),
    ventaExenta: sold('exempt'),
    ventaGravada: sold('taxed'),
    psv: '0',
    noGravado: '0',
    ivaItem: vat.toFixed(),
  };
}

interface Totals {
  readonly notSubject: Decimal;
  readonly exempt: Decimal;
  readonly taxed: Decimal;
  readonly all: Decimal;
  readonly discounts: Decimal;
  readonly vat: Decimal;
}

function totalsOf(lines: readonly Line[]): Totals {
  const total = (some: readonly Line[], amountOf: (line: Line) => Decimal) =>
    cents(some.reduce((sum, line) => sum.plus(amountOf(line)), new D(0)));
  const sold = (saleType: OrderLine['saleType']) =>
    total(
      lines.filter(({ order }) => order.saleType === saleType),
      ({ amount }) => amount,
    );
  const [notSubject, exempt, taxed] = [sold('non_subject'), sold('exempt'), sold('taxed')];
  return {
    notSubject,
    exempt,
    taxed,
    all: notSubject.plus(exempt).plus(taxed),
    discounts: total(lines, ({ discount }) => discount),
    vat: total(lines, ({ vat }) => vat),
  };
}

function retentionOf(base: Decimal, typeContributor: number | null): Decimal {
  const retains = typeContributor === LARGE_TAXPAYER || typeContributor === GOVERNMENT;
  return retains && base.gte(HUNDRED) ? cents(base.times('0.01')) : new D(0);
}

function expectedSummary(totals: Totals, toPay: Decimal): ExpectedSummary {
  const all = totals.all.toFixed();
  return {
    totalNoSuj: totals.notSubject.toFixed(),
    totalExenta: totals.exempt.toFixed(),
    totalGravada: totals.taxed.toFixed(),
    subTotalVentas: all,
    descuNoSuj: '0',
    descuExenta: '0',
    descuGravada: '0',
    porcentajeDescuento: '0',
    totalDescu: totals.discounts.toFixed(),
    subTotal: all,
    montoTotalOperacion: all,
    totalNoGravado: '0',
    totalPagar: toPay.toFixed(),
    totalIva: totals.vat.toFixed(),
    saldoFavor: '0',
  };
}

/** What was stated, and for the one payment without an amount what the others leave. */
function paymentsOf(payments: readonly PaymentOrder[], toPay: Decimal): readonly string[] {
  const stated = payments.reduce((sum, { amount }) => sum.plus(amount ?? 0), new D(0));
  return payments.map(({ amount }) => (amount === null ? toPay.minus(stated) : new D(amount)).toFixed());
}
