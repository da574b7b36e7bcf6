import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it.each(['noviembre', '2026-13', '2026-1', '11-2026', '2026-11-01', '2026-11.zip'])(
  'refuses the month %s by its name',
  async (month) => {
    const answer = await house.company.get(`/reports/f07/${month}`);
    expectError(answer, 400, 'invalid_request');
    expect(answer.body['detail']).toBe('month: debe ser un mes, como 2026-11.');
  },
);

it.each([
  ['notes=negativas', 'notes: debe ser uno de estos valores: positive, negative.'],
  ['exports=1', 'exports: debe ser uno de estos valores: without_freight, with_freight.'],
  ['codes=34', 'codes: debe ser uno de estos valores: 36, 32.'],
  ['names=utf8', 'names: debe ser uno de estos valores: plain, accents.'],
  ['note=negative', 'note: no es un parámetro conocido. ¿Quiso decir «notes»?'],
])('refuses the parameter %s by its name', async (query, detail) => {
  const answer = await house.company.get(`/reports/f07/2026-11?${query}`);
  expectError(answer, 400, 'invalid_request');
  expect(answer.body['detail']).toBe(detail);
});
