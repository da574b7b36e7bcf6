import { describe, expect, it } from 'vitest';
import type { TipoDte } from '../dte/kinds.ts';
import { formatCents, sum } from '../money/decimal.ts';
import {
  addedUp,
  BOOK_AMOUNTS,
  type BookAmount,
  bookAmountsOf,
  countsInBooks,
  type DocumentAmounts,
} from './entry.ts';

const SUMMARY = {
  customerName: 'Cliente Ficticio',
  amountTaxable: '100.00',
  amountVat: '13.00',
  amountGross: '120.00',
  amountRetention: '1.00',
  amountTotal: '121.00',
};
const OWN: DocumentAmounts = { exempt: '5.00', nonSubject: '2.00', vatPerceived: '2.00' };
const NONE: DocumentAmounts = { exempt: null, nonSubject: null, vatPerceived: null };

/** The amounts that are not nothing. */
function shown(tipoDte: TipoDte, summary = SUMMARY, own = OWN): Readonly<Record<string, string>> {
  const amounts = bookAmountsOf(tipoDte, summary, own);
  return Object.fromEntries(
    BOOK_AMOUNTS.flatMap((name) => (amounts[name] === 0n ? [] : [[name, formatCents(amounts[name])]])),
  );
}

describe('the amounts of a book', () => {
  it.each(['01', '03'] as const)('are those of a sale for type %s', (tipoDte) => {
    expect(shown(tipoDte)).toEqual({
      taxable: '100.00',
      exempt: '5.00',
      nonSubject: '2.00',
      vat: '13.00',
      vatPerceived: '2.00',
      vatRetained: '1.00',
      total: '121.00',
    });
  });

  it('are less than nothing for a note', () => {
    expect(shown('05')).toEqual({
      taxable: '-100.00',
      exempt: '-5.00',
      nonSubject: '-2.00',
      vat: '-13.00',
      vatPerceived: '-2.00',
      vatRetained: '-1.00',
      total: '-121.00',
    });
  });

  it('stand apart for exports and purchases, whose summary calls all of it taxable', () => {
    const plain = { ...SUMMARY, amountTaxable: '120.00', amountVat: '0.00' };
    const abroad = { ...plain, amountRetention: '0.00', amountTotal: '120.00' };
    expect(shown('11', abroad, NONE)).toEqual({ exported: '120.00', total: '120.00' });
    const bought = { ...plain, amountRetention: '12.00', amountTotal: '108.00' };
    expect(shown('14', bought, NONE)).toEqual({
      bought: '120.00',
      incomeTaxRetained: '12.00',
      total: '108.00',
    });
  });

  it.each(['01', '03', '05', '11', '14'] as const)('add up to the total: type %s', (tipoDte) => {
    const isPlain = tipoDte === '11' || tipoDte === '14';
    const amounts = isPlain
      ? bookAmountsOf(
          tipoDte,
          { ...SUMMARY, amountVat: '0.00', amountTotal: tipoDte === '11' ? '120.00' : '119.00' },
          NONE,
        )
      : bookAmountsOf(tipoDte, SUMMARY, OWN);
    const less: readonly BookAmount[] = ['vatRetained', 'incomeTaxRetained'];
    const parts = BOOK_AMOUNTS.filter((name) => name !== 'total').map((name) =>
      less.includes(name) ? -amounts[name] : amounts[name],
    );
    expect(sum(parts)).toBe(amounts.total);
  });

  it('are added up column by column', () => {
    const both = addedUp([bookAmountsOf('03', SUMMARY, OWN), bookAmountsOf('05', SUMMARY, OWN)]);
    expect(BOOK_AMOUNTS.map((name) => both[name])).toEqual(BOOK_AMOUNTS.map(() => 0n));
  });
});

it.each([
  [false, null, true],
  [false, 'rejected', true],
  [false, 'open', false],
  [false, 'sealed', false],
  [true, null, false],
] as const)('counts a document (rejected: %s, its event: %s): %s', (isRejected, invalidation, counts) => {
  expect(countsInBooks(isRejected, { invalidation, notes: [] })).toBe(counts);
});
