import { afterAll, beforeAll, it } from 'vitest';
import { type House, openHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

let house: House;

beforeAll(async () => {
  house = await openHouse({ company: { certificate: 'none' } });
});
afterAll(() => house.close());

it.each(['monedas', 'Countries', 'districts', '__proto__', 'CAT-020'])('has no catalog %s', async (name) => {
  expectError(await house.company.get(`/catalogs/${name}`), 404, 'path_not_found');
});
