import { describe, expect, it } from 'vitest';
import { readExactJson } from '../exact/json.ts';
import { observation } from './fault.ts';
import { findFaults } from './find-faults.ts';
import { isTwoDigits } from './formats.ts';
import {
  cents,
  distinct,
  fine,
  formed,
  integer,
  list,
  number,
  oneOf,
  orNull,
  record,
  type Shape,
  signed,
  text,
} from './shape.ts';

const problems = (shape: Shape, json: string) =>
  findFaults(shape, readExactJson(json)).map((fault) => `${fault.path} ${fault.problem}`);

describe('texts', () => {
  it('are measured in code points', () => {
    expect(problems(text(2, 2), '"👍👍"')).toEqual([]);
    expect(problems(text(2, 2), '"👍"')).toEqual(['# too_short']);
    expect(problems(text(0, 2), '"abc"')).toEqual(['# too_long']);
  });

  it('have a form and a list of values', () => {
    expect(problems(formed(isTwoDigits), '"1"')).toEqual(['# format']);
    expect(problems(oneOf('00', '01'), '"02"')).toEqual(['# value']);
  });

  it('are not other things', () => {
    expect(problems(text(0, 9), 'null')).toEqual(['# type']);
    expect(problems(orNull(text(0, 9)), 'null')).toEqual([]);
    expect(problems(text(0, 9), '1')).toEqual(['# type']);
  });
});

describe('numbers', () => {
  it.each([
    ['99999999999.99', []],
    ['100000000000', ['# not_below']],
    ['0.001', ['# decimals']],
    ['1.10e1', []],
    ['-0.01', ['# below_minimum']],
    ['"1"', ['# type']],
    ['{}', ['# type']],
  ])('cents: %s', (json, expected) => {
    expect(problems(cents(), json)).toEqual(expected);
  });

  it('know open and closed bounds', () => {
    expect(problems(number({ above: 0n }), '0')).toEqual(['# not_above']);
    expect(problems(cents({ max: 100n }), '100.01')).toEqual(['# above_maximum']);
    expect(problems(fine(), '0.00000001')).toEqual([]);
    expect(problems(signed(2), '-99999999999.99')).toEqual([]);
  });

  it('take 1.0 for an integer, as JSON Schema does', () => {
    expect(problems(integer({ values: [1n] }), '1.0')).toEqual([]);
    expect(problems(integer({ values: [1n] }), '1.5')).toEqual(['# decimals', '# value']);
  });
});

describe('records and lists', () => {
  it('judge an optional field only where it is there', () => {
    const lax = record({ a: integer() }, { b: orNull(text(1, 3)) });
    for (const json of ['{"a":1}', '{"a":1,"b":null}', '{"a":1,"b":"x"}'])
      expect(problems(lax, json)).toEqual([]);
    expect(problems(lax, '{"a":1,"b":"long"}')).toEqual(['#/b too_long']);
    expect(problems(lax, '{"b":"x","c":1}')).toEqual(['#/a missing', '#/c extra']);
  });

  const shape = record({ a: orNull(integer()), b: list(record({ c: text(1, 3) }), 1, 2) });

  it('want every key and no other', () => {
    expect(problems(shape, '{"a":null,"b":[{"c":"x"}]}')).toEqual([]);
    expect(problems(shape, '{"b":[{"c":"x","d":1}],"e":2}')).toEqual([
      '#/a missing',
      '#/b/0/d extra',
      '#/e extra',
    ]);
  });

  it('are not fooled by inherited names', () => {
    expect(problems(record({}), '{"toString":1,"__proto__":{}}')).toEqual([
      '#/toString extra',
      '#/__proto__ extra',
    ]);
    expect(problems(record({ toString: integer() }), '{}')).toEqual(['#/toString missing']);
  });

  it('limit the number of items', () => {
    expect(problems(shape, '{"a":1,"b":[]}')).toEqual(['#/b too_few']);
    expect(problems(shape, '{"a":1,"b":[1,1,1]}')).toEqual(['#/b too_many']);
    expect(problems(shape, '{"a":1,"b":{}}')).toEqual(['#/b type']);
  });

  it('see repeated items through the order of keys and trailing zeros', () => {
    const each = distinct(record({ x: cents(), y: text(0, 9) }), 0);
    expect(problems(each, '[{"x":1.0,"y":"a"},{"y":"a","x":1}]')).toEqual(['# repeated']);
    expect(problems(each, '[{"x":1,"y":"a"},{"y":"b","x":1}]')).toEqual([]);
    expect(problems(distinct(list(integer(), 0, 9), 0), '[[1],[1.0]]')).toEqual(['# repeated']);
  });
});

describe('observation', () => {
  it('speaks as the authority does', () => {
    expect(observation({ path: '#/receptor/correo', problem: 'format' })).toBe(
      'Campo #/receptor/correo no cumple el formato requerido',
    );
  });
});
