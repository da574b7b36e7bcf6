import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal } from '../money/decimal.ts';
import { serializeDte } from './serialize.ts';

describe('serializeDte', () => {
  it.each([
    ['null', null],
    ['true', true],
    ['false', false],
    ['""', ''],
    ['"Ñandú \\"El Niño\\" \\\\ / €"', 'Ñandú "El Niño" \\ / €'],
    ['"línea 1\\nlínea 2\\t\\u0000"', 'línea 1\nlínea 2\t\u0000'],
    ['"👍"', '👍'],
    ['0', 0],
    ['0', -0],
    ['2000', 2000],
    ['-1', -1],
    ['0', 0n],
    ['0.00000001', decimal('0.00000001')],
    ['99999999999.99999999', decimal('99999999999.99999999')],
    ['-0.5', decimal('-0.5')],
    ['[]', []],
    ['[1,null,["a"]]', [1, null, ['a']]],
    ['{}', {}],
    ['{"b":1,"a":{"c":null}}', { b: 1, a: { c: null } }],
    ['{"clave \\"rara\\"":true}', { 'clave "rara"': true }],
  ])('prints %s', (text, value) => {
    expect(serializeDte(value)).toBe(text);
  });

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'throws on %d, which is no integer',
    (value) => {
      expect(() => serializeDte({ numItem: value })).toThrow(RangeError);
    },
  );

  it('prints no exponent and loses no digit, whatever the amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }), (amount) => {
        const text = serializeDte({ monto: amount });
        expect(text).toBe(`{"monto":${formatDecimal(amount)}}`);
        expect(text).not.toMatch(/\d[eE]/);
      }),
    );
  });

  it('prints what JSON.stringify prints where there are no amounts', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), tie('list')),
      list: fc.array(tie('any'), { maxLength: 4 }),
    })).list;
    fc.assert(
      fc.property(value, (one) => {
        const text = JSON.stringify(one);
        const parsed = readValue(text);
        expect(serializeDte(parsed)).toBe(text);
      }),
    );
  });
});

function readValue(text: string): Parameters<typeof serializeDte>[0] {
  return JSON.parse(text);
}
