import { afterAll, beforeAll, it } from 'vitest';
import { type House, openHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

let house: House;

beforeAll(async () => {
  house = await openHouse({ company: { certificate: 'none' } });
});
afterAll(() => house.close());

it('finds no document that does not exist', async () => {
  expectError(await house.company.call('POST', '/invalidate/suex/nunca'), 404, 'document_not_found');
});
