import {
  type Amount,
  divideRounded,
  product8,
  type Quantity,
  round2,
  sum,
  TOLERANCE,
} from '../money/decimal.ts';
import { vatOn, vatWithin, withoutVat } from '../money/rates.ts';
import { discountOf, lineValues, type PricedLine } from './priced-line.ts';

/** A line of types 03 and 05: taxed prices and amounts are without VAT. */
export interface NetItem {
  readonly tipoItem: number;
  readonly cantidad: Quantity;
  readonly codigo: string | null;
  readonly uniMedida: number;
  readonly descripcion: string;
  readonly precioUni: Amount;
  readonly montoDescu: Amount;
  readonly ventaNoSuj: Amount;
  readonly ventaExenta: Amount;
  readonly ventaGravada: Amount;
}

/** The amounts of a summary whose VAT stands beside the prices. */
export interface NetTotals {
  readonly totalNoSuj: Amount;
  readonly totalExenta: Amount;
  readonly totalGravada: Amount;
  readonly subTotalVentas: Amount;
  readonly totalDescu: Amount;
  readonly iva: Amount;
  readonly ivaPerci: Amount;
  readonly ivaRete: Amount;
}

/**
 * What was sold, with VAT. `montoTotalOperacion` says it of a CCF and of fe-nc-v4 alone, so it is made of members that mean the
 * same in every document.
 */
export function grossOf({ subTotalVentas, iva }: NetTotals): Amount {
  return subTotalVentas + iva;
}

/** What is paid of it: with what is perceived, and without what is retained. */
export function toPayOf(totals: NetTotals): Amount {
  return grossOf(totals) + totals.ivaPerci - totals.ivaRete;
}

/** A line of types 03 and 05: a taxed price loses its VAT and is rounded to 8 decimals, the others stay as quoted. */
export function netItem(line: PricedLine): NetItem {
  const { order, quantity } = line;
  const taxed = order.saleType === 'taxed';
  const precioUni = taxed ? withoutVat(line.unitPrice) : line.unitPrice;
  const montoDescu = discountOf(quantity, precioUni, line.discountPercentage);
  const amount = product8(quantity, precioUni) - montoDescu;
  return {
    ...lineValues(line),
    precioUni,
    montoDescu,
    ventaNoSuj: order.saleType === 'non_subject' ? amount : 0n,
    ventaExenta: order.saleType === 'exempt' ? amount : 0n,
    ventaGravada: taxed ? amount : 0n,
  };
}

export interface TaxedTotal {
  readonly totalGravada: Amount;
  readonly iva: Amount;
}

/**
 * Splits the quoted total instead of rebuilding it, so that the customer pays exactly the price quoted: VAT is 13/113
 * of the quoted total in cents, the base is the rest. Where quantities are so large that the rounding of the prices
 * moves the sum of the lines by more than the authority's tolerance, the total is rebuilt from the lines.
 */
export function taxedTotal(lines: readonly PricedLine[], items: readonly NetItem[]): TaxedTotal {
  const taxed = lines.filter(({ order }) => order.saleType === 'taxed');
  const quoted = round2(sum(taxed.map(({ amount }) => amount)));
  const iva = round2(vatWithin(quoted));
  const ofLines = sum(items.map(({ ventaGravada }) => ventaGravada));
  const distance = quoted - iva - ofLines;
  if (distance <= TOLERANCE && distance >= -TOLERANCE) return { totalGravada: quoted - iva, iva };
  const totalGravada = round2(ofLines);
  return { totalGravada, iva: round2(vatOn(totalGravada)) };
}

/** The sums of the lines that carry no VAT, and of the discounts, in cents. */
export function untaxedTotals(items: readonly NetItem[]) {
  const total = (amountOf: (item: NetItem) => Amount): Amount => round2(sum(items.map(amountOf)));
  return {
    totalNoSuj: total((item) => item.ventaNoSuj),
    totalExenta: total((item) => item.ventaExenta),
    totalDescu: total((item) => item.montoDescu),
  };
}

/** All totals; what is perceived and retained of the taxed base changes only what is paid. */
export function netTotals(
  lines: readonly PricedLine[],
  items: readonly NetItem[],
  shareOf: (base: Amount) => Pick<NetTotals, 'ivaPerci' | 'ivaRete'>,
): NetTotals {
  const { totalGravada, iva } = taxedTotal(lines, items);
  const untaxed = untaxedTotals(items);
  return {
    ...untaxed,
    totalGravada,
    subTotalVentas: untaxed.totalNoSuj + untaxed.totalExenta + totalGravada,
    iva,
    ...shareOf(totalGravada),
  };
}

/** Seven decimals: a price without VAT, which has eight, tells the quoted one up to there. */
const TOLD = 10n;

/** The quoted price that `withoutVat` makes this one of: one of up to seven decimals, where there is one. */
export function quotedPrice(net: Amount): Amount {
  const near = net + vatOn(net);
  const price = divideRounded(near, TOLD) * TOLD;
  return withoutVat(price) === net ? price : near;
}
