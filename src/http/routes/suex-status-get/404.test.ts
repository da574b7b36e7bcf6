import { it } from 'vitest';
import { sold } from '../../../../test/support/cancelling.ts';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse();

it('finds no document of another type', async () => {
  const { document_id: id } = await sold(house.company);
  expectError(await house.company.get(`/suex/status/${id}`), 404, 'document_not_found');
  expectError(await house.company.get('/suex/status/nunca'), 404, 'document_not_found');
});
