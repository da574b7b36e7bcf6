import { expect, it } from 'vitest';
import { selectionQuery } from './selection.ts';

it('writes every option as the interface names it', () => {
  const { signal } = new AbortController();
  expect(selectionQuery({})).toBe('');
  expect(
    selectionQuery({
      signal,
      from: '2026-11-01',
      docType: ['01', '03'],
      pointOfSale: 'P001',
      customer: 'Peña & Cía',
      amountMin: '12.50',
      invalidated: false,
      contingency: true,
      limit: 200,
      nit: undefined,
    }),
  ).toBe(
    '?from=2026-11-01&doc_type=01%2C03&point_of_sale=P001&customer=Pe%C3%B1a%20%26%20C%C3%ADa&amount_min=12.50&invalidated=0&contingency=1&limit=200',
  );
});
