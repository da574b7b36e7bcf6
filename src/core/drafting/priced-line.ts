import { unitByCode } from '../../catalogs/units.ts';
import {
  type Amount,
  type Decimal,
  decimal,
  divideRounded,
  fromInteger,
  ONE,
  type Percentage,
  product8,
  type Quantity,
} from '../money/decimal.ts';
import type { Numeral } from '../money/numeral.ts';
import type { Fault } from '../refusals/problem.ts';
import { problemsOf, type Read, read, unreadable } from '../refusals/read.ts';
import type { OrderLine } from './order.ts';
import { readNumber } from './read-number.ts';

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
    ...(unitByCode(unit) === null ? [NO_UNIT] : []),
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
    uniMedida: Number(order.unit),
    descripcion: order.description,
    precioUni: unitPrice,
    montoDescu: discount,
  };
}
