import { type AdjustedAmounts, amountsIn, type ByClass, byClass } from '../../core/adjusting/amounts.ts';
import { decimal, formatCents, formatDecimal } from '../../core/money/decimal.ts';

/** What a note takes in each class, as its row keeps it: dollars as text. */
export type SalesRow = ByClass<{ readonly gross: string; readonly net: string }>;

export function salesRow({ classes }: AdjustedAmounts): SalesRow {
  return byClass((saleType) => {
    const { gross, net } = classes[saleType];
    return { gross: formatCents(gross), net: formatDecimal(net) };
  });
}

export function readSales(row: SalesRow): AdjustedAmounts {
  return amountsIn(
    byClass((saleType) => ({ gross: decimal(row[saleType].gross), net: decimal(row[saleType].net) })),
  );
}
