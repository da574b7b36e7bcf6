import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it.each([
  ['noviembre', {}, 'month: debe ser un mes, como 2026-11.'],
  ['2026-01', { notes: 'negativas' }, 'notes: debe ser uno de estos valores: positive, negative.'],
  ['2026-01', { amend: 'si' }, 'amend: debe ser verdadero o falso (true o false).'],
  ['2026-01', { ammend: true }, 'ammend: no es un campo conocido. ¿Quiso decir «amend»?'],
])('refuses %s with %j', async (month, body, detail) => {
  const answer = await house.company.post(`/reports/f07/${month}/close`, body);
  expectError(answer, 400, 'invalid_request');
  expect(answer.body['detail']).toBe(detail);
});

it('closes no month that is not over, but for the current one of a test environment', async () => {
  const month = fiscalTime(Date.now()).fecEmi.slice(0, 7);
  const path = `/reports/f07/${month}/close`;
  expectError(await house.company.call('POST', '/reports/f07/2999-01/close'), 400, 'month_not_over');
  expect((await house.company.call('POST', path)).status).toBe(200);
});
