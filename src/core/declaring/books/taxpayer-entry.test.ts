import { expect, it } from 'vitest';
import { declaredDocument } from '../../../../test/support/declared-document.ts';
import { formatCents } from '../../money/decimal.ts';
import { addedEntries, taxpayerAmountsOf, totalOfEntry } from './taxpayer-entry.ts';

const AMOUNTS = {
  exempt: '5.00',
  notSubject: '2.00',
  taxed: '100.00',
  vat: '13.00',
  perceived: '1.00',
  retained: '3.00',
};

it('adds VAT and perception to the total, and leaves what is retained beside it', () => {
  const sale = taxpayerAmountsOf(declaredDocument({ tipoDte: '03', amounts: AMOUNTS }));
  expect(formatCents(sale.retained)).toBe('3.00');
  expect(formatCents(totalOfEntry(sale))).toBe('121.00');
});

it('enters a note below zero, so that it and its sale come to nothing', () => {
  const [sale, note] = (['03', '05'] as const).map((tipoDte) =>
    taxpayerAmountsOf(declaredDocument({ tipoDte, amounts: AMOUNTS })),
  );
  if (sale === undefined || note === undefined) throw new Error('both are there');
  expect(formatCents(totalOfEntry(note))).toBe('-121.00');
  expect(Object.values(addedEntries(sale, note))).toEqual([0n, 0n, 0n, 0n, 0n, 0n]);
});
