import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it.each([
  ['from=2026-02-30', 'from: debe ser una fecha, como 2026-11-01, o un momento, como 2026-11-01T08:00:00.'],
  ['to=ayer', 'to: debe ser una fecha, como 2026-11-01, o un momento, como 2026-11-01T08:00:00.'],
  [
    'doc_type=01,02',
    'doc_type: debe ser uno o varios de estos valores, separados por comas: 01, 03, 05, 11, 14.',
  ],
  [
    'state=sellado',
    'state: debe ser uno o varios de estos valores, separados por comas: stamped, contingency, rejected.',
  ],
  ['customer=ab', 'customer: debe ser un texto de 3 a 250 caracteres, sin caracteres de control.'],
  ['customer=%00abc', 'customer: debe ser un texto de 3 a 250 caracteres, sin caracteres de control.'],
  ['nit=123', 'nit: debe tener 9 o 14 cifras.'],
  ['amount=1,5', 'amount: debe ser un monto en dólares con 2 decimales como máximo, como 12.50.'],
  ['amount=1&amount_min=1', 'amount_min: no va junto con amount.'],
  [
    'control_number=%25%25%25',
    'control_number: debe ser una parte de un número de control, de 3 a 31 letras, cifras y guiones.',
  ],
  ['invalidated=true', 'invalidated: debe ser uno de estos valores: 0, 1.'],
  ['limit=0', 'limit: debe ser un número entero de 1 a 200.'],
  ['limit=201', 'limit: debe ser un número entero de 1 a 200.'],
  ['order=desc', 'order: debe ser uno de estos valores: newest, oldest.'],
  ['fields=control_number,amount_totl', 'fields: «amount_totl» no es un campo. ¿Quiso decir «amount_total»?'],
  ['fields=amount,amount', 'fields: un nombre está dos veces.'],
  ['cursor=x', 'cursor: no es el next de una página con estos filtros y este order.'],
  ['custmer=ana', 'custmer: no es un parámetro conocido. ¿Quiso decir «customer»?'],
  ['customer=ana&customer=eva', 'customer: debe ser un texto.'],
])('refuses %s', async (query, detail) => {
  const answer = await house.company.get(`/documents?${query}`);
  expectError(answer, 400, 'invalid_request');
  expect(answer.body['detail']).toBe(detail);
});

it('names everything that is wrong', async () => {
  const { body } = await house.company.get('/documents?nit=1&state=x&generation_code=y');
  expect(Array.isArray(body['errors']) && body['errors'].length).toBe(3);
});

it.each([
  [
    'state[0]=rejected',
    'state[0]: no es un parámetro conocido. Envíe state una vez; varios valores, con comas.',
  ],
  ['desde=2026-12-01', 'desde: no es un parámetro conocido.'],
])('refuses the filter %s, without which it would list everything', async (query, detail) => {
  for (const path of ['/documents', '/documents.csv', '/documents.xlsx', '/documents.zip']) {
    const answer = await house.company.get(`${path}?${query}`);
    expectError(answer, 400, 'invalid_request');
    expect(answer.body['detail']).toBe(detail);
  }
});

it('takes filters that nobody filled in for none', async () => {
  const answer = await house.company.get(
    '/documents?customer=&from=&to=&amount=&state=&nit=&cursor=&fields=&limit=',
  );
  expect(answer.status).toBe(200);
});
