import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse({ certificate: 'none' });

it('is nothing where nothing happened', async () => {
  await house.company.call('POST', '/reports/f07/2026-01/close');
  const { body } = await house.company.get('/reports/f07/2026-01/difference');
  expect(body).toMatchObject({ month: '2026-01', version: 1, later_version: null, differs: false });
  expect(body['annexes']).toHaveLength(6);
});

it('compares a version with the one before it', async () => {
  await house.company.call('POST', '/reports/f07/2026-02/close');
  await house.company.call('POST', '/reports/f07/2026-02/close', { body: { amend: true, codes: '32' } });
  const { body } = await house.company.get('/reports/f07/2026-02/difference?version=2');
  expect(body).toMatchObject({ version: 1, later_version: 2, differs: false, documents: [] });
});
