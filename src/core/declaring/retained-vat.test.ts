import { expect, it } from 'vitest';
import { declaredDocument } from '../../../test/support/declared-document.ts';
import { annexAmount } from './cents.ts';
import { RetainedVat } from './retained-vat.ts';

const AGENT = { nombre: 'Agente Ficticio', nit: '06141501901010' };

it('gathers by customer what was retained, notes taken off and invalidated documents left out', () => {
  const retained = new RetainedVat();
  retained.add(declaredDocument({ tipoDte: '03', counterparty: AGENT, amounts: { retained: '10.01' } }));
  retained.add(declaredDocument({ tipoDte: '01', counterparty: AGENT, amounts: { retained: '2.02' } }));
  retained.add(declaredDocument({ tipoDte: '05', counterparty: AGENT, amounts: { retained: '1.00' } }));
  const other = { nombre: 'Otro Agente', nit: '06140101901010' };
  const gone = { counterparty: other, invalidatedOn: '2026-11-06', amounts: { retained: '9' } };
  retained.add(declaredDocument({ tipoDte: '03', ...gone }));
  retained.add(declaredDocument({ tipoDte: '03', counterparty: other, amounts: { taxed: '5' } }));
  retained.add(declaredDocument({ tipoDte: '03', counterparty: other, amounts: { retained: '0.50' } }));
  const told = retained.customers().map((one) => [one.name, one.documents, annexAmount(one.retained)]);
  expect(told).toEqual([
    ['Otro Agente', 1, '0.50'],
    ['Agente Ficticio', 3, '11.03'],
  ]);
  expect(annexAmount(retained.total())).toBe('11.53');
});
