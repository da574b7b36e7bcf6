import { expect, it } from 'vitest';
import { ownHouse } from '../support/house.ts';
import { expectError, expectHeaders } from '../support/response-headers.ts';
import { callWith } from './call-with.ts';
import { EVERY_ROUTE } from './every-route.ts';

const house = ownHouse();

it.each(EVERY_ROUTE)(
  '$method $path with a broken database answers 500 without a word of what broke, and recovers',
  async (route) => {
    await house.sql('ALTER TABLE rate_windows RENAME TO elsewhere');
    const broken = await callWith(house.company.at(house.node), route);
    await house.sql('ALTER TABLE elsewhere RENAME TO rate_windows');
    expectError(broken, 500, 'internal_error');
    expect(broken.body).toEqual({
      detail: 'Error interno; puede reintentar con la misma referencia.',
      code: 'internal_error',
    });
    const recovered = await callWith(house.company.at(house.node), route);
    expect(recovered.status).toBeLessThan(500);
    expectHeaders(recovered);
  },
);
