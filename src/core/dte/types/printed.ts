/** Sales that are not subject to VAT, exempt from it or taxed, as paper abbreviates them. */
export type SaleClass = 'N' | 'E' | 'G';

/** A column of amounts among the printed lines, or a single amount. */
export interface AmountColumn {
  readonly key: string;
  readonly label: string;
  /** Given for the amounts of sales of types 01, 03 and 05. */
  readonly saleClass?: SaleClass;
}

/** A row of the printed summary and the keys it has in one generation or the other. */
export interface TotalRow {
  readonly label: string;
  readonly keys: readonly string[];
  /** Whether the law wants it shown where it is nothing, too (column "Representación Gráfica", letter A). */
  readonly always?: true;
  /** What it does to the rows over it, for whoever adds the column up; the Ministry's names do not tell. */
  readonly effect?: Effect;
}

/** A plus or a minus; or nothing, because it is within the amounts already, or not within the total at all. */
export type Effect = '+' | '−' | 'ya restados' | 'no incluido en el total';

/** Where the taxes of `resumen.tributos` stand among the rows. */
export const TAXES = 'taxes';

/** What the printed document of a type shows. */
export interface Printed {
  /** What it calls its receiver. */
  readonly receiver: string;
  readonly columns: readonly AmountColumn[];
  /** In the order of the sum. */
  readonly totals: readonly (TotalRow | typeof TAXES)[];
  /** Its main amount, what there is to pay, and what it calls that. */
  readonly toPay: AmountColumn;
}

export const PRICE: AmountColumn = { key: 'precioUni', label: 'Precio unitario' };
export const DISCOUNT: AmountColumn = { key: 'montoDescu', label: 'Descuento' };
export const SALES: readonly AmountColumn[] = [
  { key: 'ventaNoSuj', label: 'Ventas no sujetas', saleClass: 'N' },
  { key: 'ventaExenta', label: 'Ventas exentas', saleClass: 'E' },
  { key: 'ventaGravada', label: 'Ventas gravadas', saleClass: 'G' },
];

export const DISCOUNTS: TotalRow = {
  label: 'Total de descuentos',
  keys: ['totalDescu'],
  effect: 'ya restados',
};
export const SUBTOTAL: TotalRow = { label: 'Sub-total', keys: ['subTotal'], always: true };
export const WITHHELD: readonly TotalRow[] = [
  { label: 'IVA percibido', keys: ['ivaPerci', 'ivaPerci1'], effect: '+' },
  { label: 'IVA retenido', keys: ['ivaRete', 'ivaRete1'], effect: '−' },
  { label: 'Retención de renta', keys: ['reteRenta'], effect: '−' },
];
export const WHOLE: TotalRow = {
  label: 'Monto total de la operación',
  keys: ['montoTotalOperacion'],
  always: true,
};
export const OTHER: TotalRow = {
  label: 'Otros montos no afectos',
  keys: ['totalNoGravado'],
  effect: '+',
};
export const CREDIT: TotalRow = { label: 'Saldo a favor', keys: ['saldoFavor'] };

/**
 * What types 01, 03 and 05 show: the whole of the operation has the taxes and neither what is perceived nor retained. In fe-nc-v3,
 * which has nothing to pay, it has both and is the last row.
 */
export const PRINTED_SALE: Printed = {
  receiver: 'Receptor',
  columns: [PRICE, DISCOUNT, ...SALES],
  totals: [
    { label: 'Suma de ventas no sujetas', keys: ['totalNoSuj'], always: true },
    { label: 'Suma de ventas exentas', keys: ['totalExenta'], always: true },
    { label: 'Suma de ventas gravadas', keys: ['totalGravada'], always: true },
    { label: 'Suma total de operaciones', keys: ['subTotalVentas'], always: true },
    { label: 'Descuento global a no sujetas', keys: ['descuNoSuj'], effect: '−' },
    { label: 'Descuento global a exentas', keys: ['descuExenta'], effect: '−' },
    { label: 'Descuento global a gravadas', keys: ['descuGravada'], effect: '−' },
    DISCOUNTS,
    SUBTOTAL,
    TAXES,
    WHOLE,
    ...WITHHELD,
    OTHER,
    CREDIT,
  ],
  toPay: { key: 'totalPagar', label: 'Total a pagar' },
};
