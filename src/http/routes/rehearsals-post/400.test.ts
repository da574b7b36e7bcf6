import { expect, it } from 'vitest';
import { expectError } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse({ certificate: 'none' });

it('has one rehearsal of a company at a time, and answers the same request with it', async () => {
  const { body: first } = await house.company.post('/rehearsals', {});
  expect(first).toMatchObject({ state: 'running', progress: 0 });
  const { body: again } = await house.company.post('/rehearsals', { generation: 'v2', since: null });
  expect(again['rehearsal_id']).toBe(first['rehearsal_id']);
  for (const other of [{ generation: 'v1' }, { since: '2026-11-01' }])
    expectError(await house.company.post('/rehearsals', other), 400, 'rehearsal_running');
  const neighbour = await house.addCompany({ certificate: 'none' });
  expect((await neighbour.post('/rehearsals', { generation: 'v1' })).status).toBe(200);
});
