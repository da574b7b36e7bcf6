import { afterAll, beforeAll, it } from 'vitest';
import { sold } from '../../../../test/support/cancelling.ts';
import { type House, openHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

let house: House;

beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

it('finds no document of another type', async () => {
  const { document_id: id } = await sold(house.company);
  expectError(await house.company.get(`/suex/status/${id}`), 404, 'document_not_found');
  expectError(await house.company.get('/suex/status/nunca'), 404, 'document_not_found');
});
