import { expect, it } from 'vitest';
import { salesLine } from './line.ts';

const days = (totals: readonly bigint[]) =>
  totals.map((total, index) => ({
    day: `2026-11-0${index + 1}`,
    documents: Number(total),
    givenBack: 0n,
    total,
  }));

it('draws the days from left to right, the best one on top', () => {
  const drawn = String(salesLine(days([0n, 50n, 100n])));
  expect(drawn).toContain('points="0,139 300,73.5 600,8"');
  expect(drawn).toContain(
    'aria-label="Ventas de los últimos 3 días, menos notas de crédito: $1.50; el mejor día, $1.00."',
  );
});

it('lies on the ground where nothing was sold, or less than nothing', () => {
  expect(String(salesLine(days([0n, 0n])))).toContain('points="0,139 600,139"');
  expect(String(salesLine(days([-5n, 10n])))).toContain('points="0,139 600,8"');
});

it('says each day for whoever does not see it, the newest first', () => {
  const rows = [
    ...String(salesLine(days([1n, 2n]))).matchAll(/<tr><td>(.*?)<\/td><td class="num">(.*?)<\/td>/g),
  ];
  expect(rows.map(([, day, sales]) => [day, sales])).toEqual([
    ['02/11/2026', '2 ventas'],
    ['01/11/2026', '1 venta'],
  ]);
});
