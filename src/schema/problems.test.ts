import { describe, expect, it } from 'vitest';
import { problemsIn } from './check.ts';
import { schemaProblems } from './problems.ts';
import { strictObject, Type } from './schema.ts';

const LineSchema = strictObject({ price: Type.Integer({ minimum: 1 }) });
const SCHEMA = strictObject({ lines: Type.Array(LineSchema), '11': Type.Optional(LineSchema) });

describe('a problem', () => {
  it('has the path of the caller, whichever validator found it', () => {
    const [minimum] = schemaProblems([
      { keyword: 'minimum', instancePath: '/lines/1/price', params: { limit: 1 } },
    ]);
    expect(minimum).toEqual({
      path: 'lines[1].price',
      code: 'too_small',
      message: 'No puede ser menor que 1.',
    });
    expect(problemsIn({ lines: [{ price: 1 }, { price: 0 }] }, SCHEMA)).toEqual([minimum]);
  });

  it('names an unknown field, and the one it may stand for', () => {
    const params = { additionalProperty: 'prise' };
    const [unknown] = schemaProblems([
      { keyword: 'additionalProperties', instancePath: '/lines/0', params, parentSchema: LineSchema },
    ]);
    expect(unknown?.message).toBe('No es un campo conocido. ¿Quiso decir «price»?');
    expect(problemsIn({ lines: [{ price: 1, prise: 1 }] }, SCHEMA)).toEqual([unknown]);
  });

  it('is told once a field, and a number is a place in a list alone', () => {
    expect(problemsIn({ '11': { price: 0.5 } }, SCHEMA).map(({ path }) => path)).toEqual([
      'lines',
      '11.price',
    ]);
  });

  it('has more company than the eight that the library would stop at', () => {
    expect(problemsIn({ lines: Array.from({ length: 30 }, () => ({ price: 0 })) }, SCHEMA)).toHaveLength(30);
  });
});
