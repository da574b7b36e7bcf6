import { mainAmountOf, WHOLE_LABEL } from '../../core/dte/main-amount.ts';
import { amountAt, isSomething, listAt, type Members, textAt } from '../../core/dte/official-json.ts';
import { amountText } from '../../core/money/amount-text.ts';
import type { Total } from './sheet.ts';

/** A row of the summary and the keys it has in one generation or the other. */
interface TotalRow {
  readonly label: string;
  readonly keys: readonly string[];
  /** Whether the law wants it shown where it is nothing, too (column "Representación Gráfica", letter A). */
  readonly always?: true;
}

/** Where the taxes of `resumen.tributos` stand among the rows. */
const TAXES = 'taxes';

const SALES: readonly TotalRow[] = [
  { label: 'Suma de ventas no sujetas', keys: ['totalNoSuj'], always: true },
  { label: 'Suma de ventas exentas', keys: ['totalExenta'], always: true },
  { label: 'Suma de ventas gravadas', keys: ['totalGravada'], always: true },
  { label: 'Suma total de operaciones', keys: ['subTotalVentas'], always: true },
  { label: 'Descuento global a no sujetas', keys: ['descuNoSuj'] },
  { label: 'Descuento global a exentas', keys: ['descuExenta'] },
  { label: 'Descuento global a gravadas', keys: ['descuGravada'] },
  { label: 'Total de descuentos', keys: ['totalDescu'] },
];

const WITHHELD: readonly TotalRow[] = [
  { label: 'IVA percibido', keys: ['ivaPerci', 'ivaPerci1'] },
  { label: 'IVA retenido', keys: ['ivaRete', 'ivaRete1'] },
  { label: 'Retención de renta', keys: ['reteRenta'] },
];

const SUBTOTAL: TotalRow = { label: 'Sub-total', keys: ['subTotal'], always: true };
const WHOLE: TotalRow = { label: WHOLE_LABEL, keys: ['montoTotalOperacion'], always: true };
const OTHER: TotalRow = { label: 'Otros montos no afectos', keys: ['totalNoGravado'] };
const CREDIT: TotalRow = { label: 'Saldo a favor', keys: ['saldoFavor'] };

const EXPORT: readonly (TotalRow | typeof TAXES)[] = [
  { label: 'Total de operaciones gravadas', keys: ['totalGravada'], always: true },
  { label: 'Descuento global', keys: ['descuGravada', 'descuento'] },
  { label: 'Total de descuentos', keys: ['totalDescu'] },
  { label: 'Seguro', keys: ['seguro'] },
  { label: 'Flete', keys: ['flete'] },
  TAXES,
  WHOLE,
  OTHER,
  { label: 'Transferencias no onerosas', keys: ['totalNoOnerosas'] },
  CREDIT,
];

const PURCHASE: readonly TotalRow[] = [
  { label: 'Total de operaciones', keys: ['totalCompra'], always: true },
  { label: 'Descuento global', keys: ['descu'] },
  { label: 'Total de descuentos', keys: ['totalDescu'] },
  SUBTOTAL,
  ...WITHHELD,
];

const ROWS: Readonly<Record<string, readonly (TotalRow | typeof TAXES)[]>> = {
  '11': EXPORT,
  '14': PURCHASE,
};
const SALE_ROWS = [...SALES, TAXES, SUBTOTAL, ...WITHHELD, WHOLE, OTHER, CREDIT] as const;

export interface Totals {
  readonly totals: readonly Total[];
  readonly toPay: Total;
}

/** The rows of the summary and the one that stands out. */
export function totalsOf(resumen: Members | null, tipoDte: string): Totals {
  const { label, digits } = mainAmountOf(resumen, tipoDte);
  const rows = (ROWS[tipoDte] ?? SALE_ROWS).filter((row) => row === TAXES || row.label !== label);
  return {
    totals: rows.flatMap((row) => (row === TAXES ? taxRows(resumen) : totalRow(resumen, row))),
    toPay: { label, amount: amountText(digits) },
  };
}

function totalRow(resumen: Members | null, { label, keys, always }: TotalRow): readonly Total[] {
  const digits = keys.map((key) => textAt(resumen, key)).find((text) => text !== null);
  if (digits === undefined || (always === undefined && !isSomething(digits))) return [];
  return [{ label, amount: amountText(digits) }];
}

function taxRows(resumen: Members | null): readonly Total[] {
  return listAt(resumen, 'tributos').map((tributo) => ({
    label: textAt(tributo, 'descripcion') ?? textAt(tributo, 'codigo') ?? '',
    amount: amountText(amountAt(tributo, 'valor')),
  }));
}
