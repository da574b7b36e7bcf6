import { it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it('finds no document that does not exist', async () => {
  expectError(await house.company.call('POST', '/invalidate/suex/nunca'), 404, 'document_not_found');
});
