import { afterAll, beforeAll, expect, it } from 'vitest';
import { type House, openHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

let house: House;

beforeAll(async () => {
  house = await openHouse({ company: { certificate: 'none' } });
});
afterAll(() => house.close());

it('refuses a search that comes twice', async () => {
  const answer = await house.company.get('/catalogs/countries?search=a&search=b');
  expectError(answer, 400, 'invalid_request');
  expect(answer.body['detail']).toBe('search: debe ser un texto.');
});
