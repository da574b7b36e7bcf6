import { it } from 'vitest';
import { expectError } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse({ certificate: 'none' });

it('has nothing to compare where a month is open', async () => {
  expectError(await house.company.get('/reports/f07/2026-01/difference'), 404, 'closing_not_found');
});

it.each(['1', '2', 'x'])(
  'has nothing to compare with version %s where only the first is kept',
  async (version) => {
    await house.company.call('POST', '/reports/f07/2026-02/close');
    const answer = await house.company.get(`/reports/f07/2026-02/difference?version=${version}`);
    expectError(answer, 404, 'closing_not_found');
  },
);
