import { type AdjustedAmounts, amountsIn, byClass } from '../../src/core/adjusting/amounts.ts';
import type { SaleType } from '../../src/core/drafting/order.ts';
import { decimal } from '../../src/core/money/decimal.ts';

/** Amounts of one class of sale alone, from decimal text. */
export function amountsOfClass(saleType: SaleType, gross: string, net: string): AdjustedAmounts {
  const [all, nothing] = [
    { gross: decimal(gross), net: decimal(net) },
    { gross: 0n, net: 0n },
  ];
  return amountsIn(byClass((each) => (each === saleType ? all : nothing)));
}

/** Amounts of what is taxed, from decimal text. */
export function taxedAmounts(gross: string, net: string): AdjustedAmounts {
  return amountsOfClass('taxed', gross, net);
}
