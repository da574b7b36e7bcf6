import { expect, it } from 'vitest';
import { sold } from '../../../../test/support/cancelling.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';

const house = sharedHouse();

it('lists the months from that of the first document on', async () => {
  expect((await house.company.get('/reports/f07/months')).body).toEqual({ months: [] });
  await sold(house.company);
  const month = fiscalTime(Date.now()).fecEmi.slice(0, 7);
  const open = { month, state: 'open', version: 0, touched: 0 };
  expect((await house.company.get('/reports/f07/months')).body).toEqual({ months: [open] });
  await house.company.call('POST', `/reports/f07/${month}/close`);
  const closed = { ...open, state: 'closed', version: 1 };
  expect((await house.company.get('/reports/f07/months')).body).toEqual({ months: [closed] });
  await sold(house.company);
  const changed = { ...closed, state: 'changed', touched: 1 };
  expect((await house.company.get('/reports/f07/months')).body).toEqual({ months: [changed] });
});
