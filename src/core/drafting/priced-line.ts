import { unitByCode } from '../../catalogs/units.ts';
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
  type Quantity,
  readDecimal,
  round2,
} from '../money/decimal.ts';
import { onePercent } from '../money/rates.ts';
import { wrongCode } from '../refusals/coded-fields.ts';
import {
  type FieldProblem,
  fieldProblem,
  problemsOf,
  type Read,
  read,
  unreadable,
} from '../refusals/refusal.ts';
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
    readNumber(order.quantity, `${path}.quantity`),
    readNumber(order.unitPrice, `${path}.unit_price`),
    readNumber(order.discountPercentage, `${path}.discount_percentage`),
  ];
  const numbers = { quantity: quantity.value, unitPrice: unitPrice.value, percentage: percentage.value };
  const problems = [
    ...problemsOf(quantity, unitPrice, percentage),
    ...faultsOf(order, numbers).map((fault) => ({ ...fault, path: `${path}.${fault.path}` })),
  ];
  if (quantity.value === null || unitPrice.value === null || percentage.value === null || problems.length > 0)
    return { value: null, problems };
  const gross = product8(quantity.value, unitPrice.value);
  if (gross >= AMOUNT_LIMIT) return unreadable(fieldProblem(path, 'too_large', TOO_LARGE));
  const discount = discountOf(quantity.value, unitPrice.value, percentage.value);
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

/** The discount on a whole line, to 8 decimals. */
export function discountOf(quantity: Quantity, unitPrice: Amount, percentage: Percentage): Amount {
  return divideRounded(quantity * unitPrice * percentage, PERCENT_SCALE);
}

function faultsOf(
  { unit }: OrderLine,
  numbers: Readonly<Record<'quantity' | 'unitPrice' | 'percentage', Decimal | null>>,
): readonly FieldProblem[] {
  const { quantity, unitPrice, percentage } = numbers;
  return [
    ...(unitByCode(unit ?? OTHER_UNIT) === null ? [unknownUnit(unit ?? '')] : []),
    ...(quantity !== null && quantity <= 0n ? [NOT_POSITIVE] : []),
    ...(unitPrice !== null && unitPrice < 0n ? [NEGATIVE] : []),
    ...(percentage !== null && (percentage < 0n || percentage > HUNDRED) ? [NO_PERCENTAGE] : []),
  ];
}

function unknownUnit(unit: string): FieldProblem {
  const { code, message } = wrongCode('unit', unit);
  return fieldProblem('unit', code, message);
}

const NOT_POSITIVE = fieldProblem(
  'quantity',
  'too_small',
  'Debe ser mayor que cero; se redondea a 8 decimales.',
);
const NEGATIVE = fieldProblem('unit_price', 'too_small', 'No puede ser negativo.');
const NO_PERCENTAGE = fieldProblem('discount_percentage', 'out_of_range', 'Debe estar entre 0 y 100.');
const TOO_LARGE = 'quantity × unit_price debe ser menor que 100,000,000,000.';

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

/** A number of an order, rounded to the 8 decimals of the schemas. What is no number, or above 11 integer digits, is refused. */
export function readNumber(value: Numeral, path: string): Read<Decimal | null> {
  const reading = readDecimal(String(value));
  if (reading.kind === 'decimal') return read(reading.value);
  return unreadable(fieldProblem(path, reading.kind, WHY_NO_NUMBER[reading.kind]));
}

const WHY_NO_NUMBER = {
  not_a_number: 'Debe ser un número, como 1.50.',
  too_large: 'Admite como máximo 11 dígitos enteros.',
};

/** Dollars of an order, where it names any, which have cents at most and are not negative. */
export function readDollars(amount: Numeral | null, path: string): Read<Amount | null> {
  const { value, problems } = amount === null ? read(null) : readNumber(amount, path);
  if (value === null || (value >= 0n && value === round2(value))) return { value, problems };
  const message = 'Debe ser un monto en dólares con 2 decimales como máximo, no negativo.';
  return { value, problems: [{ path, code: 'not_cents', message }] };
}

/** VAT is retained or perceived from this base without VAT on (Código Tributario, art. 162 and 163). */
const FROM: Amount = decimal('100');
/** Specification 2.6: large taxpayers and the government retain, small and medium ones are perceived from. */
const RETAINING: readonly (number | null)[] = [3, 4];
const PERCEIVED: readonly (number | null)[] = [1, 2];

/** The VAT that a large taxpayer or the government keeps back from what it pays. */
export function ivaRetained(typeContributor: number | null, base: Amount): Amount {
  return RETAINING.includes(typeContributor) && base >= FROM ? onePercent(base) : 0n;
}

/** The VAT that a perception agent adds to what a small or medium taxpayer pays. */
export function ivaPerceived(agent: boolean, typeContributor: number | null, base: Amount): Amount {
  return agent && PERCEIVED.includes(typeContributor) && base >= FROM ? onePercent(base) : 0n;
}
