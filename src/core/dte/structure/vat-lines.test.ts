import { describe, expect, it } from 'vitest';
import { placesFoundBy } from '../../../../test/structure/found-by.ts';
import { object } from './shape.ts';
import { taxedLineRules } from './vat-lines.ts';

const anything = () => undefined;
const line = object(
  {
    tipoItem: anything,
    uniMedida: anything,
    codTributo: anything,
    ventaGravada: anything,
    tributos: anything,
  },
  ...taxedLineRules(['20', '59']),
);

const TAXED = { tipoItem: 1, uniMedida: 59, codTributo: null, ventaGravada: 10, tributos: ['20'] };
const EXEMPT = { ...TAXED, ventaGravada: 0, tributos: null };
const TAX = { ...TAXED, tipoItem: 4, uniMedida: 99, codTributo: 'A8' };

describe('a line whose VAT stands beside its price', () => {
  it.each([TAXED, EXEMPT, TAX, { ...TAXED, tributos: ['20', '59'] }])('may be %j', (value) => {
    expect(placesFoundBy(line, value)).toEqual([]);
  });

  it.each([
    [{ ...TAXED, tributos: null }, ['#/tributos']],
    [{ ...TAXED, tributos: [] }, ['#/tributos']],
    [{ ...TAXED, tributos: ['C3'] }, ['#/tributos/0']],
    [{ ...TAXED, codTributo: 'A8' }, ['#/codTributo']],
    [{ ...EXEMPT, tributos: ['20'] }, ['#/tributos']],
    [{ ...TAX, uniMedida: 59 }, ['#/uniMedida']],
    [{ ...TAX, codTributo: null }, ['#/codTributo']],
    [{ ...TAX, tributos: ['59'] }, ['#/tributos/0']],
    [{ ...TAX, ventaGravada: 0, tributos: null }, ['#/tributos']],
  ])('may not be %j', (value, places) => {
    expect(placesFoundBy(line, value)).toEqual(places);
  });
});
