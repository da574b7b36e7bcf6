import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, formatDecimal } from '../../money/decimal.ts';
import type { Block, Field } from './table.ts';
import { ROOT, type StructureProblem } from './words.ts';
import { fillOf, keysIn, serializeDte } from './write.ts';

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
        const parsed: Parameters<typeof serializeDte>[0] = JSON.parse(text);
        expect(serializeDte(parsed)).toBe(text);
      }),
    );
  });
});

const PAYMENT: Block = { keys: { codigo: 'text', plazo: 'text or null' } };
const SALE: Block = {
  keys: {
    version: [1],
    total: 'number',
    psv: 'number = 0',
    condicion: [1, 2],
    tipo: [1, 2, null],
    pagos: { each: PAYMENT, min: 1, orNull: true },
    extension: { keys: { nota: 'text or null' }, orNull: true },
  },
};

function filled(field: Field, given: unknown) {
  const found: StructureProblem[] = [];
  const known = new Set([...keysIn(SALE), 'district']);
  const text = fillOf(field, known)(given, 'sale', { at: ROOT, found });
  return { text, problems: found.map(({ path, message }) => `${path} ${message}`) };
}

describe('a filled block', () => {
  it('has every key, in the order of its table', () => {
    expect(filled(SALE, { condicion: 2, total: 113_000_000n })).toEqual({
      text: '{"version":1,"total":1.13,"psv":0,"condicion":2,"tipo":null,"pagos":null,"extension":null}',
      problems: [],
    });
  });

  it('keeps what is given, and fills in what is inside', () => {
    const given = {
      total: 0n,
      condicion: 1,
      tipo: 2,
      pagos: [{ codigo: '01' }, { plazo: '02', codigo: '"' }],
    };
    expect(filled(SALE, { ...given, extension: {} })).toEqual({
      text:
        '{"version":1,"total":0,"psv":0,"condicion":1,"tipo":2,"pagos":[{"codigo":"01","plazo":null},' +
        '{"codigo":"\\"","plazo":"02"}],"extension":{"nota":null}}',
      problems: [],
    });
  });

  it('leaves out what another table has, and refuses what none has', () => {
    expect(filled(PAYMENT, { codigo: '01', district: '14' })).toEqual({
      text: '{"codigo":"01","plazo":null}',
      problems: [],
    });
    expect(filled(PAYMENT, { codigo: '01', plazzo: '01' }).problems).toEqual([
      '#/sale/plazzo is not a key of this object',
    ]);
  });

  it.each<[unknown, readonly string[]]>([
    [{ total: 1n }, ['#/sale/condicion is missing']],
    [{ total: [1n], condicion: 1 }, ['#/sale/total must be a single value']],
    [{ total: 1n, condicion: 1, pagos: { codigo: '01' } }, ['#/sale/pagos must be a list']],
    [{ total: 1n, condicion: 1, pagos: [{}] }, ['#/sale/pagos/0/codigo is missing']],
    ['sale', ['#/sale/total is missing', '#/sale/condicion is missing']],
  ])('is not made of %o', (given, problems) => {
    expect(filled(SALE, given).problems).toEqual(problems);
  });
});
