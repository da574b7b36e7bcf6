import { describe, expect, it } from 'vitest';
import { DISTINCT_ITEM, DISTINCT_TOTALS } from '../../../test/support/example-net.ts';
import { amountsOfClass, taxedAmounts } from '../../../test/support/note-amounts.ts';
import { decimal } from '../money/decimal.ts';
import { addAmounts, amountsOf, largerAmounts, unitsIn } from './amounts.ts';

const NOTHING = { ventaGravada: 0n, ventaExenta: 0n, ventaNoSuj: 0n };

describe('what a document comes to', () => {
  it('is what its summary prints of each class, VAT with what is taxed, and what its lines come to', () => {
    const items = [
      { ...DISTINCT_ITEM, ...NOTHING, ventaGravada: decimal('1.5') },
      { ...DISTINCT_ITEM, ...NOTHING, ventaGravada: decimal('0.00000001') },
      { ...DISTINCT_ITEM, ...NOTHING, ventaExenta: decimal('2') },
      { ...DISTINCT_ITEM, ...NOTHING, ventaNoSuj: decimal('3') },
    ];
    const { totalGravada, iva, totalExenta, totalNoSuj } = DISTINCT_TOTALS;
    expect(amountsOf(items, DISTINCT_TOTALS)).toEqual({
      gross: totalGravada + iva + totalExenta + totalNoSuj,
      net: decimal('6.50000001'),
      classes: {
        taxed: { gross: totalGravada + iva, net: decimal('1.50000001') },
        exempt: { gross: totalExenta, net: decimal('2') },
        non_subject: { gross: totalNoSuj, net: decimal('3') },
      },
      units: new Map(),
    });
  });

  it('adds up class by class', () => {
    const both = addAmounts([taxedAmounts('1.13', '1'), amountsOfClass('exempt', '2', '2')]);
    expect(both).toMatchObject({ gross: decimal('3.13'), net: decimal('3') });
    expect(both.classes).toMatchObject({ taxed: { gross: decimal('1.13') }, exempt: { net: decimal('2') } });
    expect(addAmounts([])).toEqual(taxedAmounts('0', '0'));
  });

  it('takes the larger of each amount, in all and in each class', () => {
    expect(largerAmounts(taxedAmounts('2', '1'), taxedAmounts('1', '3'))).toEqual(taxedAmounts('2', '3'));
    const either = largerAmounts(taxedAmounts('2', '2'), amountsOfClass('exempt', '3', '3'));
    expect(either).toMatchObject({ gross: decimal('3'), classes: { taxed: { net: decimal('2') } } });
  });

  it('adds up the units of each line, and takes the larger of each', () => {
    const named = (...entries: readonly (readonly [number, bigint])[]) => ({
      ...taxedAmounts('1.13', '1'),
      units: unitsIn(entries),
    });
    const [one, other] = [named([1, 2n], [1, 3n]), named([1, 4n], [7, 1n])];
    expect(addAmounts([one, other]).units).toEqual(
      unitsIn([
        [1, 9n],
        [7, 1n],
      ]),
    );
    expect(largerAmounts(one, other).units).toEqual(
      unitsIn([
        [1, 5n],
        [7, 1n],
      ]),
    );
    expect(largerAmounts(other, one).units).toEqual(
      unitsIn([
        [1, 5n],
        [7, 1n],
      ]),
    );
  });
});
