import { expect, it } from 'vitest';
import { PLACE_LIMITS } from '../../src/operations/access/places.ts';
import { ownHouse } from '../support/house.ts';
import { expectError } from '../support/response-headers.ts';
import { callWith } from './call-with.ts';
import { EVERY_ROUTE } from './every-route.ts';

/** A node that is full from the start. */
const NO_PLACES = { ...PLACE_LIMITS, places: 0, shared: 0, leastShare: 0, linePerPlace: 0 };

const house = ownHouse({ company: { certificate: 'none' }, placeLimits: NO_PLACES });

it.each(EVERY_ROUTE)(
  '$method $path at a node that is full answers 503 at once, with Retry-After, and counts nothing',
  async (route) => {
    const answer = await callWith(house.company.at(house.node), route);
    expectError(answer, 503, 'busy');
    expect(answer.headers).toMatchObject({ 'retry-after': '1' });
    expect(await house.sql('SELECT count(*)::int AS counted FROM rate_windows')).toEqual([{ counted: 0 }]);
    expect(await house.sql('SELECT count(*)::int AS issued FROM documents')).toEqual([{ issued: 0 }]);
  },
);
