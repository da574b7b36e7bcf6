import type { Amount } from '../money/decimal.ts';
import type { DteObject } from './structure/write.ts';

/** CAT-015: VAT of 13 % on local operations. */
export const IVA = '20';
/** CAT-015: VAT of 0 % on exports. */
export const IVA_EXPORTACION = 'C3';

/** `resumen.tributos` of a document whose VAT stands beside its prices; null where nothing is taxed. */
export function buildIva(totalGravada: Amount, iva: Amount): readonly DteObject[] | null {
  if (totalGravada === 0n) return null;
  return [{ codigo: IVA, descripcion: 'Impuesto al Valor Agregado 13%', valor: iva }];
}

/** `tributos` of a line whose price is without VAT; null where it is not taxed. */
export function lineTributos(ventaGravada: Amount): readonly string[] | null {
  return ventaGravada > 0n ? [IVA] : null;
}
