import { expect, it } from 'vitest';
import { checkFile } from '../../src/core/declaring/check-file.ts';
import { checkAnnex } from './annex-checker.ts';
import { cellOf, sumOf } from './cents.ts';
import { rowOf } from './row-rules.ts';
import { BY_THE_MANUAL } from './switches.ts';

/**
 * The screen of the manual of F-07 v14, page 5: 5,000 rows of annex 1 with exempt sales of 500,000, sales not subject of
 * 1,000,000, taxed ones of 2,500,000 with a débito of 325,000, and 100,000 of third parties; the total is 4,100,000.
 */
const ROWS = 5_000;
const SUMS = {
  J: '500000.00',
  K: '1000000.00',
  L: '2500000.00',
  M: '325000.00',
  N: '100000.00',
  O: '13000.00',
  P: '4100000.00',
};

/** A five-thousandth of each sum: 100 + 200 + 500 + 20 = 820, and 13 % of 500 and of 20. */
function rowOfNumber(number: number, total: string): string {
  const code = number.toString(16).toUpperCase().padStart(32, '0');
  const control = `DTE03M001P001${String(number).padStart(15, '0')}`;
  const amounts = ['100.00', '200.00', '500.00', '65.00', '20.00', '2.60', total];
  const names = ['05/11/2026', '4', '03', control, code.padStart(40, '2'), code, ''];
  return [...names, '06141503001011', 'CLIENTE FICTICIO', ...amounts, '', '1', '3', '1'].join(';');
}

function fileWith(total: string): Buffer {
  const rows = Array.from({ length: ROWS }, (_, index) => `${rowOfNumber(index + 1, total)}\r\n`);
  return Buffer.from(rows.join(''), 'latin1');
}

const NAME = 'anexo01-2026-11.csv';
const ASKED = { month: '2026-11', switches: BY_THE_MANUAL };
const ORDER = {
  declared: { period: { year: 2026, month: 11 }, notesAreNegative: false },
  limit: 10,
};

it('adds up as the screen of the manual does', () => {
  const { rows, faults } = checkAnnex(NAME, fileWith('820.00'), ASKED);
  expect([rows.length, faults]).toEqual([ROWS, []]);
  for (const [letter, sum] of Object.entries(SUMS))
    expect(cellOf(sumOf(rows, (cells) => rowOf(cells).cents(letter))), letter).toBe(sum);
  const own = checkFile(NAME, fileWith('820.00'), ORDER);
  expect([own.rows, own.faults.count, own.remarks.count]).toEqual([ROWS, 0, 0]);
  expect(own.sums.map(cellOf)).toEqual(Object.values(SUMS));
});

it.each([
  ['gravadas and débito', '565.00'],
  ['everything with the débitos', '887.60'],
])('has a remark on a total of %s, as other programs write it', (_what, total) => {
  expect(checkAnnex(NAME, fileWith(total), ASKED).faults).toHaveLength(ROWS);
  const { faults, remarks } = checkFile(NAME, fileWith(total), ORDER);
  expect([faults.count, remarks.count]).toEqual([0, ROWS]);
});
