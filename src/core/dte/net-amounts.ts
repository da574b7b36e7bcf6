import type { Amount, Quantity } from '../money/decimal.ts';

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
  readonly montoTotalOperacion: Amount;
  readonly totalPagar: Amount;
}
