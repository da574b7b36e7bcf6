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
import type { Fault, FieldProblem } from '../refusals/problem.ts';
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
export function pricedLines(lines: readonly OrderLine[], problems: FieldProblem[]): readonly PricedLine[] {
  return lines.flatMap((line, index) => {
    const priced = pricedLine(line, `lines[${index}]`, problems);
    return priced === null ? [] : [priced];
  });
}

function pricedLine(order: OrderLine, path: string, problems: FieldProblem[]): PricedLine | null {
  const before = problems.length;
  const read = reader(path, problems);
  const quantity = read('quantity', order.quantity);
  const unitPrice = read('unit_price', order.unitPrice);
  const percentage = read('discount_percentage', order.discountPercentage);
  const note = ({ field, ...fault }: LineFault) => problems.push({ path: `${path}.${field}`, ...fault });
  if (unitByCode(order.unit) === null) note(NO_UNIT);
  if (quantity !== null && quantity <= 0n) note(NOT_POSITIVE);
  if (unitPrice !== null && unitPrice < 0n) note(NEGATIVE);
  if (percentage !== null && (percentage < 0n || percentage > HUNDRED)) note(NO_PERCENTAGE);
  if (quantity === null || unitPrice === null || percentage === null || problems.length > before) return null;
  const gross = product8(quantity, unitPrice);
  if (gross >= AMOUNT_LIMIT) {
    problems.push({ path, ...TOO_LARGE });
    return null;
  }
  const discount = divideRounded(quantity * unitPrice * percentage, PERCENT_SCALE);
  const amount = gross - discount;
  return { order, path, quantity, unitPrice, discountPercentage: percentage, discount, amount };
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

function reader(path: string, problems: FieldProblem[]): (field: string, value: Numeral) => Decimal | null {
  return (field, value) => {
    const reading = readNumber(value);
    if (reading.kind === 'decimal') return reading.value;
    problems.push({ path: `${path}.${field}`, code: reading.code, message: reading.message });
    return null;
  };
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
