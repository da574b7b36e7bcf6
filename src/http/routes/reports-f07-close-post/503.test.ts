import { expect, it } from 'vitest';
import { expectError } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse({ certificate: 'none' });

it('works on two months of a company at once, and on no more, nor compares a third meanwhile', async () => {
  const { company } = house;
  const close = (month: string) => company.call('POST', `/reports/f07/${month}/close`);
  await close('2026-01');
  const running = ['2026-02', '2026-03', '2026-04', '2026-05'].map(close);
  expectError(await Promise.race(running), 503, 'busy');
  expectError(await company.get('/reports/f07/2026-01/difference'), 503, 'busy');
  const answers = await Promise.all(running);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 503, 503]);
  expect((await close('2026-04')).status).toBe(200);
}, 60_000);
