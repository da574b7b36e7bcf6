import { unitByCode } from '../../catalogs/units.ts';
import type { NetItem, NetTotals } from '../dte/net-amounts.ts';
import {
  type Amount,
  type Decimal,
  decimal,
  divideRounded,
  fromInteger,
  type Numeral,
  ONE,
  type Percentage,
  product8,
  proportion8,
  type Quantity,
  readDecimal,
  round2,
  sum,
  TOLERANCE,
} from '../money/decimal.ts';
import { vatOn, vatWithin, withoutVat } from '../money/vat.ts';
import type { Fault } from '../refusals/problem.ts';
import { problemsOf, type Read, read, unreadable } from '../refusals/read.ts';
import type { OrderLine } from './order.ts';

/** A line with its exact amounts; prices include VAT, as the caller quoted them. */
export interface PricedLine {
  readonly order: OrderLine;
  /** How a problem names the line: `lines[3]`. */
  readonly path: string;
  readonly quantity: Quantity;
  readonly unitPrice: Amount;
  readonly discountPercentage: Percentage;
  /** `round8(quantity x unitPrice x discount / 100)`. */
  readonly discount: Amount;
  /** `round8(quantity x unitPrice) - discount`, never negative. */
  readonly amount: Amount;
}

/** CAT-014: another unit, which stands where a line names none (specification 2.6). */
export const OTHER_UNIT = '99';

/** Every amount of the official schemas is below 1e11. */
export const AMOUNT_LIMIT: Amount = decimal('100000000000');

const HUNDRED = fromInteger(100);
/** Three factors scaled by 1e8 each, as a percentage: dividing by this leaves one scale. */
const PERCENT_SCALE = ONE * ONE * 100n;

/** Prices every line by the rule of the field (design section 6); problems name `lines[i]` and its field. */
export function pricedLines(lines: readonly OrderLine[]): Read<readonly PricedLine[]> {
  const priced = lines.map((line, index) => pricedLine(line, `lines[${index}]`));
  const value = priced.flatMap((line) => (line.value === null ? [] : [line.value]));
  return { value, problems: problemsOf(...priced) };
}

function pricedLine(order: OrderLine, path: string): Read<PricedLine | null> {
  const [quantity, unitPrice, percentage] = [
    readField(`${path}.quantity`, order.quantity),
    readField(`${path}.unit_price`, order.unitPrice),
    readField(`${path}.discount_percentage`, order.discountPercentage),
  ];
  const numbers = { quantity: quantity.value, unitPrice: unitPrice.value, percentage: percentage.value };
  const problems = [
    ...problemsOf(quantity, unitPrice, percentage),
    ...faultsOf(order, numbers).map(({ field, ...fault }) => ({ path: `${path}.${field}`, ...fault })),
  ];
  if (quantity.value === null || unitPrice.value === null || percentage.value === null || problems.length > 0)
    return { value: null, problems };
  const gross = product8(quantity.value, unitPrice.value);
  if (gross >= AMOUNT_LIMIT) return unreadable({ path, ...TOO_LARGE });
  const discount = divideRounded(quantity.value * unitPrice.value * percentage.value, PERCENT_SCALE);
  return read({
    order,
    path,
    quantity: quantity.value,
    unitPrice: unitPrice.value,
    discountPercentage: percentage.value,
    discount,
    amount: gross - discount,
  });
}

function faultsOf(
  { unit }: OrderLine,
  {
    quantity,
    unitPrice,
    percentage,
  }: {
    readonly quantity: Quantity | null;
    readonly unitPrice: Amount | null;
    readonly percentage: Percentage | null;
  },
): readonly LineFault[] {
  return [
    ...(unitByCode(unit ?? OTHER_UNIT) === null ? [NO_UNIT] : []),
    ...(quantity !== null && quantity <= 0n ? [NOT_POSITIVE] : []),
    ...(unitPrice !== null && unitPrice < 0n ? [NEGATIVE] : []),
    ...(percentage !== null && (percentage < 0n || percentage > HUNDRED) ? [NO_PERCENTAGE] : []),
  ];
}

interface LineFault extends Fault {
  readonly field: string;
}

const NO_UNIT: LineFault = {
  field: 'unit',
  code: 'unknown_code',
  message: 'No existe en el catálogo de unidades (CAT-014).',
};
const NOT_POSITIVE: LineFault = {
  field: 'quantity',
  code: 'too_small',
  message: 'Debe ser mayor que cero; se redondea a 8 decimales.',
};
const NEGATIVE: LineFault = { field: 'unit_price', code: 'too_small', message: 'No puede ser negativo.' };
const NO_PERCENTAGE: LineFault = {
  field: 'discount_percentage',
  code: 'out_of_range',
  message: 'Debe estar entre 0 y 100.',
};
const TOO_LARGE: Fault = {
  code: 'too_large',
  message: 'quantity × unit_price debe ser menor que 100,000,000,000.',
};

function readField(path: string, value: Numeral): Read<Decimal | null> {
  const reading = readNumber(value);
  if (reading.kind === 'decimal') return read(reading.value);
  return unreadable({ path, code: reading.code, message: reading.message });
}

/** What a line of every type says of what is sold; `precioUni` and `montoDescu` as quoted. */
export function lineValues({ order, quantity, unitPrice, discount }: PricedLine) {
  return {
    tipoItem: order.itemType,
    cantidad: quantity,
    codigo: order.code,
    uniMedida: Number(order.unit ?? OTHER_UNIT),
    descripcion: order.description,
    precioUni: unitPrice,
    montoDescu: discount,
  };
}

export type NumberReading =
  | { readonly kind: 'decimal'; readonly value: Decimal }
  | ({ readonly kind: 'problem' } & Fault);

/** A number of an order, rounded to the 8 decimals of the schemas. What is no number, or above 11 integer digits, is refused. */
export function readNumber(value: Numeral): NumberReading {
  const reading = readDecimal(String(value));
  switch (reading.kind) {
    case 'decimal':
      return reading;
    case 'not_a_number':
      return { kind: 'problem', code: 'not_a_number', message: 'Debe ser un número, como 1.50.' };
    case 'too_large':
      return { kind: 'problem', code: 'too_large', message: 'Admite como máximo 11 dígitos enteros.' };
  }
}

/** Dollars of an order, which have cents at most and are not negative. */
export function readDollars(amount: Numeral, path: string): Read<Amount | null> {
  const reading = readNumber(amount);
  if (reading.kind === 'problem') return unreadable({ path, code: reading.code, message: reading.message });
  const { value } = reading;
  if (value >= 0n && value === round2(value)) return read(value);
  const message = 'Debe ser un monto en dólares con 2 decimales como máximo, no negativo.';
  return { value, problems: [{ path, code: 'not_cents', message }] };
}

/** CT 162 and 163: 1 % of VAT is retained or perceived from this base without VAT on. */
const FROM: Amount = decimal('100');
/** Specification 2.6: large taxpayers and the government retain, small and medium ones are perceived from. */
const RETAINING: readonly (number | null)[] = [3, 4];
const PERCEIVED: readonly (number | null)[] = [1, 2];

/** One per cent of a line's base, to 8 decimals. */
export function onePercentOfLine(base: Amount): Amount {
  return proportion8(base, 1n, 100n);
}

/** One per cent of the base, in cents. */
export function onePercent(base: Amount): Amount {
  return round2(onePercentOfLine(base));
}

/** The VAT that a large taxpayer or the government keeps back from what it pays. */
export function ivaRetained(typeContributor: number | null, base: Amount): Amount {
  return RETAINING.includes(typeContributor) && base >= FROM ? onePercent(base) : 0n;
}

/** The VAT that a perception agent adds to what a small or medium taxpayer pays. */
export function ivaPerceived(agent: boolean, typeContributor: number | null, base: Amount): Amount {
  return agent && PERCEIVED.includes(typeContributor) && base >= FROM ? onePercent(base) : 0n;
}

/** A line of types 03 and 05: a taxed price loses its VAT and is rounded to 8 decimals, the others stay as quoted. */
export function netItem(line: PricedLine): NetItem {
  const { order, quantity } = line;
  const taxed = order.saleType === 'taxed';
  const precioUni = taxed ? withoutVat(line.unitPrice) : line.unitPrice;
  const montoDescu = divideRounded(quantity * precioUni * line.discountPercentage, NET_PERCENT_SCALE);
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

/** Three factors scaled by 1e8 each, as a percentage: dividing by this leaves one scale. */
const NET_PERCENT_SCALE = ONE * ONE * 100n;

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
  const subTotalVentas = untaxed.totalNoSuj + untaxed.totalExenta + totalGravada;
  const montoTotalOperacion = subTotalVentas + iva;
  const { ivaPerci, ivaRete } = shareOf(totalGravada);
  return {
    ...untaxed,
    totalGravada,
    subTotalVentas,
    iva,
    ivaPerci,
    ivaRete,
    montoTotalOperacion,
    totalPagar: montoTotalOperacion + ivaPerci - ivaRete,
  };
}
