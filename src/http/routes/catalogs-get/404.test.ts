import { it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it.each(['monedas', 'Countries', 'districts', '__proto__', 'CAT-020'])('has no catalog %s', async (name) => {
  expectError(await house.company.get(`/catalogs/${name}`), 404, 'path_not_found');
});
