import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it.each(['compras', '1', 'contribuyentes.pdf', 'x'.repeat(200)])(
  'says which books there are: %s',
  async (book) => {
    const answer = await house.company.get(`/reports/books/2026-11/${book}`);
    expectError(answer, 404, 'book_not_found');
    expect(answer.body['detail']).toContain('contribuyentes y consumidores');
  },
);
