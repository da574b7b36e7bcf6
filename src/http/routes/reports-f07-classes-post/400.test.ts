import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it.each([
  ['noviembre', { income_type: 2 }, /^month: debe ser un mes/],
  ['2026-01', {}, /^operation_type: falta al menos un código/],
  ['2026-01', { income_type: 11 }, /^income_type: debe ser uno de estos valores/],
  ['2026-01', { operation_type: 8 }, /^operation_type: debe ser uno de estos valores: 1, 2, 3, 4, 12, 13/],
  [
    '2026-01',
    { operation_type: 1, sector: 1, classification: 1, cost_type: 7 },
    /^classification: solo es de compras/,
  ],
  ['2026-01', { doc_types: ['14'], income_type: 2 }, /^income_type: no es de una compra/],
  ['2026-01', { doc_types: ['14'], sector: 1 }, /^operation_type: los campos/],
  ['2026-01', { doc_types: ['14'], operation_type: 1 }, /^classification: los campos/],
  ['2026-01', { doc_types: ['01', '14'], operation_type: 1 }, /^doc_types: el tipo 14 es una compra/],
  ['2026-01', { external_refs: [], income_type: 2 }, /^external_refs: debe tener al menos 1 elemento/],
  ['2026-01', { doc_types: ['07'], operation_type: 1 }, /^doc_types/],
  ['2026-01', { establishmnt: 'M001', income_type: 2 }, /«establishment»/],
])('refuses %s with %j by the name of what is wrong', async (month, body, detail) => {
  const answer = await house.company.post(`/reports/f07/${month}/classes`, body);
  expectError(answer, 400, 'invalid_request');
  expect(answer.body['detail']).toMatch(detail);
});
