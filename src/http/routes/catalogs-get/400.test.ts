import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it('refuses a search that comes twice', async () => {
  const answer = await house.company.get('/catalogs/countries?search=a&search=b');
  expectError(answer, 400, 'invalid_request');
  expect(answer.body['detail']).toBe('search: debe ser un texto.');
});
