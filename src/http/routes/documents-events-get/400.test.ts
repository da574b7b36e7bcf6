import { it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it('refuses an address that is no UTF-8', async () => {
  expectError(await house.company.get('/documents/%FF/events'), 400, 'malformed_request');
});
