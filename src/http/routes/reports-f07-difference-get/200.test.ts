import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it('is nothing where nothing happened', async () => {
  await house.company.call('POST', '/reports/f07/2026-01/close');
  const { body } = await house.company.get('/reports/f07/2026-01/difference');
  expect(body).toMatchObject({ month: '2026-01', version: 1, differs: false });
  expect(body['annexes']).toHaveLength(6);
});
