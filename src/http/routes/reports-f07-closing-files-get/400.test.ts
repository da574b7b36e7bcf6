import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it.each(['noviembre', '2026-13', '2026-1'])('refuses the month %s by its name', async (month) => {
  const answer = await house.company.get(`/reports/f07/${month}/closing/1/files/x`);
  expectError(answer, 400, 'invalid_request');
  expect(answer.body['detail']).toBe('month: debe ser un mes, como 2026-11.');
});
