import { expect, it } from 'vitest';
import { amountsOfClass, taxedAmounts } from '../../../test/support/note-amounts.ts';
import { addAmounts } from '../../core/adjusting/amounts.ts';
import { readSales, salesRow } from './adjusted-sales.ts';

it('keeps what a note takes in each class as text, and reads it back', () => {
  const amounts = addAmounts([taxedAmounts('1.13', '1.00000001'), amountsOfClass('non_subject', '2', '2')]);
  expect(salesRow(amounts)).toEqual({
    taxed: { gross: '1.13', net: '1.00000001' },
    exempt: { gross: '0.00', net: '0' },
    non_subject: { gross: '2.00', net: '2' },
  });
  expect(readSales(salesRow(amounts))).toEqual(amounts);
  const units = new Map([
    [1, 150_000_000n],
    [12, 1n],
  ]);
  const row = salesRow({ ...amounts, units });
  expect(row.units).toEqual({ 1: '1.5', 12: '0.00000001' });
  expect(readSales(row)).toEqual({ ...amounts, units });
});
