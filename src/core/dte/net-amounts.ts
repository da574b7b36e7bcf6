import type { Decimal } from '../money/decimal.ts';

/** A line of types 03 and 05: taxed prices and amounts are without VAT. */
export interface NetItem {
  readonly tipoItem: number;
  readonly cantidad: Decimal;
  readonly codigo: string | null;
  readonly uniMedida: number;
  readonly descripcion: string;
  readonly precioUni: Decimal;
  readonly montoDescu: Decimal;
  readonly ventaNoSuj: Decimal;
  readonly ventaExenta: Decimal;
  readonly ventaGravada: Decimal;
}

/** The amounts of a summary whose VAT stands beside the prices. */
export interface NetTotals {
  readonly totalNoSuj: Decimal;
  readonly totalExenta: Decimal;
  readonly totalGravada: Decimal;
  readonly subTotalVentas: Decimal;
  readonly totalDescu: Decimal;
  readonly iva: Decimal;
  readonly ivaPerci: Decimal;
  readonly ivaRete: Decimal;
  readonly montoTotalOperacion: Decimal;
  readonly totalPagar: Decimal;
}
