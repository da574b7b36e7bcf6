import { expect, it } from 'vitest';
import { bought, INVALIDATION, invalidate } from '../../../../test/support/cancelling.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse({ file: INVALIDATION });

it('repeats what the invalidation of a purchase answered', async () => {
  const purchase = await bought(house.company);
  const answered = await invalidate(house.company, purchase);
  const status = await house.company.get(`/invalidate/suex/status/${purchase['external_ref']}`);
  expectHeaders(status);
  expect([status.status, status.body]).toEqual([200, answered]);
});
