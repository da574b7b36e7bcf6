import { amountAt, type Members, textAt } from '../../core/dte/official-json.ts';
import type { AmountColumn } from '../../core/dte/types/printed.ts';
import { amountText } from '../../core/money/amount-text.ts';
import {
  type Amount,
  formatCents,
  parseDecimal,
  product8,
  round2,
  round4,
  sum,
  ZERO,
} from '../../core/money/decimal.ts';

/** Where `resumen` has the sum of a column, in one generation or the other. */
const SUMS: Readonly<Record<string, readonly string[]>> = {
  montoDescu: ['totalDescu'],
  ventaNoSuj: ['totalNoSuj'],
  ventaExenta: ['totalExenta'],
  ventaGravada: ['totalGravada'],
  noGravado: ['totalNoGravado'],
  compra: ['totalCompra'],
  ivaPerci: ['ivaPerci', 'ivaPerci1'],
  ivaRete: ['ivaRete', 'ivaRete1'],
};
/** Discounts that `totalDescu` has and no line. */
const WHOLE_DISCOUNTS = ['descuNoSuj', 'descuExenta', 'descuGravada', 'descuento', 'descu'];
const DISCOUNT = 'montoDescu';
const PRICE = 'precioUni';
const SALES = ['ventaNoSuj', 'ventaExenta', 'ventaGravada', 'compra'];

const ROUNDED = 'Precios y montos redondeados al imprimir; cifras exactas en el JSON.';

/**
 * What stands under the lines where whoever checks them with what is printed gets another sum or another product; null
 * where all of it adds up.
 */
export function roundingRemark(
  items: readonly Members[],
  columns: readonly AmountColumn[],
  resumen: Members | null,
): string | null {
  const off = columns.flatMap((column) => columnOff(items, column, resumen));
  if (off.length > 0) return `Las líneas ${off.join('; ')}. ${ROUNDED}`;
  return items.some(isRowOff) ? ROUNDED : null;
}

function columnOff(
  items: readonly Members[],
  { key, label }: AmountColumn,
  resumen: Members | null,
): readonly string[] {
  const printed = sum(items.map((item) => round2(valueAt(item, key))));
  const total = SUMS[key]?.map((name) => textAt(resumen, name)).find((text) => text !== null);
  if (total === undefined || total === null) return [];
  const whole = key === DISCOUNT ? sum(WHOLE_DISCOUNTS.map((name) => valueAt(resumen, name))) : ZERO;
  const said = round2((parseDecimal(total) ?? ZERO) - whole);
  if (printed === said) return [];
  return [`de «${label}» suman ${written(printed)} y el total es ${written(said)}`];
}

/** Whether quantity, price and discount as printed give another amount than the one beside them. */
function isRowOff(item: Members): boolean {
  const gross = product8(valueAt(item, 'cantidad'), round4(valueAt(item, PRICE)));
  const printed = sum(SALES.map((key) => round2(valueAt(item, key))));
  return round2(gross - round2(valueAt(item, DISCOUNT))) !== printed;
}

function valueAt(members: Members | null, key: string): Amount {
  return parseDecimal(amountAt(members, key)) ?? ZERO;
}

function written(value: Amount): string {
  return amountText(formatCents(value));
}
