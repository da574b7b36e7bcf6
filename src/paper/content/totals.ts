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
  /** What it does to the rows over it, for whoever adds the column up; the Ministry's names do not tell. */
  readonly effect?: Effect;
}

/** A plus or a minus; or nothing, because it is within the amounts already, or not within the total at all. */
type Effect = '+' | '−' | 'ya restados' | 'no incluido en el total';

/** Where the taxes of `resumen.tributos` stand among the rows. */
const TAXES = 'taxes';

const SALES: readonly TotalRow[] = [
  { label: 'Suma de ventas no sujetas', keys: ['totalNoSuj'], always: true },
  { label: 'Suma de ventas exentas', keys: ['totalExenta'], always: true },
  { label: 'Suma de ventas gravadas', keys: ['totalGravada'], always: true },
  { label: 'Suma total de operaciones', keys: ['subTotalVentas'], always: true },
  { label: 'Descuento global a no sujetas', keys: ['descuNoSuj'], effect: '−' },
  { label: 'Descuento global a exentas', keys: ['descuExenta'], effect: '−' },
  { label: 'Descuento global a gravadas', keys: ['descuGravada'], effect: '−' },
];

const DISCOUNTS: TotalRow = { label: 'Total de descuentos', keys: ['totalDescu'], effect: 'ya restados' };

const WITHHELD: readonly TotalRow[] = [
  { label: 'IVA percibido', keys: ['ivaPerci', 'ivaPerci1'], effect: '+' },
  { label: 'IVA retenido', keys: ['ivaRete', 'ivaRete1'], effect: '−' },
  { label: 'Retención de renta', keys: ['reteRenta'], effect: '−' },
];

const SUBTOTAL: TotalRow = { label: 'Sub-total', keys: ['subTotal'], always: true };
const WHOLE: TotalRow = { label: WHOLE_LABEL, keys: ['montoTotalOperacion'], always: true };
const OTHER: TotalRow = { label: 'Otros montos no afectos', keys: ['totalNoGravado'], effect: '+' };
const CREDIT: TotalRow = { label: 'Saldo a favor', keys: ['saldoFavor'] };

const EXPORT: readonly (TotalRow | typeof TAXES)[] = [
  { label: 'Total de operaciones gravadas', keys: ['totalGravada'], always: true },
  { label: 'Descuento global', keys: ['descuGravada', 'descuento'], effect: '−' },
  DISCOUNTS,
  { label: 'Seguro', keys: ['seguro'], effect: '+' },
  { label: 'Flete', keys: ['flete'], effect: '+' },
  TAXES,
  WHOLE,
  OTHER,
  { label: 'Transferencias no onerosas', keys: ['totalNoOnerosas'] },
  CREDIT,
];

const PURCHASE: readonly TotalRow[] = [
  { label: 'Total de operaciones', keys: ['totalCompra'], always: true },
  { label: 'Descuento global', keys: ['descu'], effect: '−' },
  DISCOUNTS,
  SUBTOTAL,
  ...WITHHELD,
];

const ROWS: Readonly<Record<string, readonly (TotalRow | typeof TAXES)[]>> = {
  '11': EXPORT,
  '14': PURCHASE,
};
/** In the order of the sum: the whole of the operation has the taxes and neither what is perceived nor what is retained. */
const SALE_ROWS = [...SALES, DISCOUNTS, SUBTOTAL, TAXES, WHOLE, ...WITHHELD, OTHER, CREDIT] as const;

export interface Totals {
  readonly totals: readonly Total[];
  readonly toPay: Total;
}

/** The rows of the summary and the one that stands out. */
export function totalsOf(resumen: Members | null, tipoDte: string): Totals {
  const { label, digits } = mainAmountOf(resumen, tipoDte);
  const rows = (ROWS[tipoDte] ?? SALE_ROWS).filter((row) => row === TAXES || row.label !== label);
  const isWhole = label === WHOLE_LABEL;
  return {
    totals: rows.flatMap((row) => (row === TAXES ? taxRows(resumen) : totalRow(resumen, row, isWhole))),
    toPay: { label, amount: amountText(digits) },
  };
}

function totalRow(resumen: Members | null, row: TotalRow, isWhole: boolean): readonly Total[] {
  const { keys, always } = row;
  const digits = keys.map((key) => textAt(resumen, key)).find((text) => text !== null);
  if (digits === undefined || (always === undefined && !isSomething(digits))) return [];
  const effect = isWhole && WITHHELD.includes(row) ? 'no incluido en el total' : row.effect;
  return [{ label: labelOf(row.label, digits, effect), amount: amountText(digits) }];
}

function taxRows(resumen: Members | null): readonly Total[] {
  return listAt(resumen, 'tributos').map((tributo) => {
    const name = textAt(tributo, 'descripcion') ?? textAt(tributo, 'codigo') ?? '';
    const digits = amountAt(tributo, 'valor');
    return { label: labelOf(name, digits, '+'), amount: amountText(digits) };
  });
}

/** The name with its effect behind it; nothing has none, and an amount below nothing shows its own sign. */
function labelOf(name: string, digits: string, effect: Effect | undefined): string {
  return effect === undefined || !isSomething(digits) || digits.startsWith('-')
    ? name
    : `${name} (${effect})`;
}
