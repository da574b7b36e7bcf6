import { expect, it } from 'vitest';
import { sold } from '../../../../test/support/cancelling.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';

const house = sharedHouse();

it('tells what was kept and who changed codes', async () => {
  const month = fiscalTime(Date.now()).fecEmi.slice(0, 7);
  await sold(house.company);
  const { body: change } = await house.company.post(`/reports/f07/${month}/classes`, { income_type: 2 });
  const { body: closing } = await house.company.call('POST', `/reports/f07/${month}/close`);
  const { body } = await house.company.get(`/reports/f07/${month}/closing`);
  expect(body).toEqual({ month, closings: [closing], class_changes: [change] });
  expect(change).toMatchObject({ documents: 1, changed_by: expect.stringMatching(/^clave /) });
});
