import type { AnnexRow, RowFault } from './annex.ts';
import { isPurchaseClass } from './purchase-class.ts';

type PurchaseColumn = 'operacion' | 'clasificacion' | 'sector' | 'tipo';

/** Holds the four columns of a purchase against the manual's table; 0 in all of them is of a period that asked for none. */
export function whyNotPurchase(row: AnnexRow<PurchaseColumn>): RowFault<PurchaseColumn> | null {
  const codes = {
    operation: Number(row.operacion),
    classification: Number(row.clasificacion),
    sector: Number(row.sector),
    kind: Number(row.tipo),
  };
  const message =
    'Tipo de operación, clasificación, sector y tipo de costo o gasto no son una combinación del manual (página 16)';
  return Object.values(codes).every((code) => code === 0) || isPurchaseClass(codes)
    ? null
    : { column: 'tipo', message };
}
