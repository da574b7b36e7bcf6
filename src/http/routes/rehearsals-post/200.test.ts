import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse({ certificate: 'none' });

it('begins a rehearsal of everything in v2 where the body is left out', async () => {
  const { status, body } = await house.company.call('POST', '/rehearsals');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    state: 'running',
    generation: 'v2',
    since: null,
    progress: 0,
    finished_at: null,
    documents: { fit: 0, repaired: 0, impossible: 0 },
    by_type: [],
    causes: [],
    incomplete: [],
  });
});
