import { expect, it } from 'vitest';
import { expectError } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';

const house = sharedHouse({ certificate: 'none' });

it('closes no month that is not over, but for the current one of a test environment', async () => {
  const month = fiscalTime(Date.now()).fecEmi.slice(0, 7);
  const path = `/reports/f07/${month}/close`;
  expectError(await house.company.call('POST', '/reports/f07/2999-01/close'), 400, 'month_not_over');
  expect((await house.company.call('POST', path)).status).toBe(200);
});
