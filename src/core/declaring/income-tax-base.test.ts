import { expect, it } from 'vitest';
import { readDte } from '../dte/read-dte.ts';
import { decimal } from '../money/decimal.ts';
import { incomeTaxBaseOf, isTenth } from './income-tax-base.ts';

type Line = readonly [tipoItem: number, compra: number];

function base(subTotal: number, reteRenta: number, lines: readonly Line[]) {
  const cuerpoDocumento = lines.map(([tipoItem, compra]) => ({ tipoItem, compra }));
  return incomeTaxBaseOf(readDte(JSON.stringify({ cuerpoDocumento, resumen: { subTotal, reteRenta } })));
}

const REPAIR: Line = [2, 275];
const HINGES: Line = [1, 45.5];

it.each([
  ['the services beside goods', base(320.5, 27.5, [REPAIR, HINGES]), '275'],
  ['the whole, where the tax is a tenth of that', base(320.5, 32.05, [REPAIR, HINGES]), '320.50'],
  ['services to the cent', base(10.05, 1.01, [[2, 10.045]]), '10.05'],
  ['the tax ten times, where the lines explain nothing', base(320.5, 4.55, [REPAIR, HINGES]), '45.50'],
])('is %s', (_what, found, expected) => {
  expect(found).toBe(decimal(expected));
});

it('knows a tenth to the cent, halves upwards', () => {
  expect(isTenth(decimal('1.01'), decimal('10.05'))).toBe(true);
  expect(isTenth(decimal('1.00'), decimal('10.05'))).toBe(false);
});
