import { percentage, signedTotal, totalAmount } from './amounts.ts';
import { atMost, when } from './conditions.ts';
import { number } from './number.ts';
import { type Fields, nullable, type Rule } from './shape.ts';
import { text } from './text.ts';

/** Sales by the way in which they are taxed, of types 01, 03 and 05. */
export const salesTotals: Fields = {
  totalNoSuj: totalAmount,
  totalExenta: totalAmount,
  totalGravada: totalAmount,
  subTotalVentas: totalAmount,
};

/** Discounts on the whole, by the way in which it is taxed. */
export const discounts: Fields = {
  descuNoSuj: totalAmount,
  descuExenta: totalAmount,
  descuGravada: totalAmount,
};

/** What types 01 and 03 have beside their taxes. */
export const saleTotals: Fields = {
  ...salesTotals,
  ...discounts,
  porcentajeDescuento: percentage,
  totalDescu: totalAmount,
  subTotal: totalAmount,
  totalNoGravado: signedTotal,
  totalPagar: totalAmount,
  numPagoElectronico: nullable(text({ max: 100 })),
};

export const totalLetrasV1 = text({ max: 200 });
export const observacionesV2 = nullable(text({ min: 1, max: 3000 }));

/** v1: where nothing is taxed, none of these is more than zero. */
export function untaxedWithout(...keys: readonly string[]): Rule {
  return when(atMost('totalGravada', 0), Object.fromEntries(keys.map((key) => [key, number({ max: 0 })])));
}
