import {
  type AdjustedAmounts,
  amountsIn,
  type ByClass,
  byClass,
  unitsIn,
} from '../../core/adjusting/amounts.ts';
import { decimal, formatCents, formatDecimal } from '../../core/money/decimal.ts';

/** What a note takes in each class, as its row keeps it: dollars as text. */
export interface SalesRow extends ByClass<{ readonly gross: string; readonly net: string }> {
  /** The units that it gives back of lines of its CCF, by their numbers; not given where it names none. */
  readonly units?: Readonly<Record<string, string>>;
}

export function salesRow({ classes, units }: AdjustedAmounts): SalesRow {
  const sales = byClass((saleType) => {
    const { gross, net } = classes[saleType];
    return { gross: formatCents(gross), net: formatDecimal(net) };
  });
  if (units.size === 0) return sales;
  const named = [...units].map(([line, given]) => [String(line), formatDecimal(given)]);
  return { ...sales, units: Object.fromEntries(named) };
}

export function readSales(row: SalesRow): AdjustedAmounts {
  return amountsIn(
    byClass((saleType) => ({ gross: decimal(row[saleType].gross), net: decimal(row[saleType].net) })),
    unitsIn(Object.entries(row.units ?? {}).map(([line, given]) => [Number(line), decimal(given)])),
  );
}
