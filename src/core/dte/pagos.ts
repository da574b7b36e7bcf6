import type { Decimal } from '../money/decimal.ts';
import type { DteObject } from './serialize.ts';

/** One entry of `resumen.pagos`. */
export interface Pago {
  /** CAT-017. */
  readonly codigo: string;
  readonly montoPago: Decimal;
  readonly referencia: string | null;
  /** CAT-018, null where the operation is not on credit. */
  readonly plazo: string | null;
  readonly periodo: Decimal | null;
}

/** The list `resumen.pagos`, alike in both generations. */
export function buildPagos(pagos: readonly Pago[]): readonly DteObject[] {
  return pagos.map(({ codigo, montoPago, referencia, plazo, periodo }) => ({
    codigo,
    montoPago,
    referencia,
    plazo,
    periodo,
  }));
}

/** One entry of the appendix: free information of the issuer's. */
export interface ApendiceEntry {
  readonly campo: string;
  readonly etiqueta: string;
  readonly valor: string;
}

/** The list `apendice`, null where there is none. */
export function buildApendice(entries: readonly ApendiceEntry[]): readonly DteObject[] | null {
  if (entries.length === 0) return null;
  return entries.map(({ campo, etiqueta, valor }) => ({ campo, etiqueta, valor }));
}
