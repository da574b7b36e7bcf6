import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it.each(['noviembre', '2026-13', '11-2026'])('refuses the month %s by its name', async (month) => {
  const answer = await house.company.get(`/reports/books/${month}/contribuyentes`);
  expectError(answer, 400, 'invalid_request');
  expect(answer.body['detail']).toBe('month: debe ser un mes, como 2026-11.');
});

it.each([
  ['format=docx', 'format: debe ser uno de estos valores: pdf, xlsx.'],
  ['exports=1', 'exports: debe ser uno de estos valores: without_freight, with_freight.'],
  [
    'establishment=m1',
    'establishment: el código de establecimiento debe tener 4 caracteres de A a Z y de 0 a 9, como M001.',
  ],
  ['formato=pdf', 'formato: no es un parámetro conocido. ¿Quiso decir «format»?'],
])('refuses the parameter %s by its name', async (query, detail) => {
  const answer = await house.company.get(`/reports/books/2026-11/contribuyentes?${query}`);
  expectError(answer, 400, 'invalid_request');
  expect(answer.body['detail']).toBe(detail);
});
