import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it.each(['noviembre', '2026-13', '2026-1'])('refuses the month %s by its name', async (month) => {
  const answer = await house.company.get(`/reports/f07/${month}/reconciliation`);
  expectError(answer, 400, 'invalid_request');
  expect(answer.body['detail']).toBe('month: debe ser un mes, como 2026-11.');
});

it.each(['x', '-1', '1234567890123456789'])('refuses to go on behind %s', async (after) => {
  const answer = await house.company.get(`/reports/f07/2026-01/reconciliation?after=${after}`);
  expectError(answer, 400, 'invalid_request');
  expect(answer.body['detail']).toBe('after: debe ser el next de la respuesta anterior.');
});
