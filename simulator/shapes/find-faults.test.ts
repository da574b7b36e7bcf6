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

type Case = readonly [about: string, shape: Shape, json: string, expected: readonly string[]];

const LAX = record({ a: integer() }, { b: orNull(text(1, 3)) });
const STRICT = record({ a: orNull(integer()), b: list(record({ c: text(1, 3) }), 1, 2) });
const PAIRS = distinct(record({ x: cents(), y: text(0, 9) }), 0);

const CASES: readonly Case[] = [
  ['a text is measured in code points', text(2, 2), '"👍👍"', []],
  ['a text is measured in code points', text(2, 2), '"👍"', ['# too_short']],
  ['a text is measured in code points', text(0, 2), '"abc"', ['# too_long']],
  ['a text has a form', formed(isTwoDigits), '"1"', ['# format']],
  ['a text has a list of values', oneOf('00', '01'), '"02"', ['# value']],
  ['a text is no other thing', text(0, 9), 'null', ['# type']],
  ['a text may be null where it says so', orNull(text(0, 9)), 'null', []],
  ['a text is no other thing', text(0, 9), '1', ['# type']],
  ['cents', cents(), '99999999999.99', []],
  ['cents', cents(), '100000000000', ['# not_below']],
  ['cents', cents(), '0.001', ['# decimals']],
  ['cents', cents(), '1.10e1', []],
  ['cents', cents(), '-0.01', ['# below_minimum']],
  ['cents', cents(), '"1"', ['# type']],
  ['cents', cents(), '{}', ['# type']],
  ['a number has an open bound', number({ above: 0n }), '0', ['# not_above']],
  ['a number has a closed bound', cents({ max: 100n }), '100.01', ['# above_maximum']],
  ['a number has eight decimals', fine(), '0.00000001', []],
  ['a number has a sign', signed(2), '-99999999999.99', []],
  ['1.0 is an integer, as in JSON Schema', integer({ values: [1n] }), '1.0', []],
  ['1.5 is no integer', integer({ values: [1n] }), '1.5', ['# decimals', '# value']],
  ['an optional field may be missing', LAX, '{"a":1}', []],
  ['an optional field may be null', LAX, '{"a":1,"b":null}', []],
  ['an optional field may be there', LAX, '{"a":1,"b":"x"}', []],
  ['an optional field is judged where it is there', LAX, '{"a":1,"b":"long"}', ['#/b too_long']],
  ['an optional field is no other one', LAX, '{"b":"x","c":1}', ['#/a missing', '#/c extra']],
  ['a record wants every key', STRICT, '{"a":null,"b":[{"c":"x"}]}', []],
  [
    'a record wants no other key',
    STRICT,
    '{"b":[{"c":"x","d":1}],"e":2}',
    ['#/a missing', '#/b/0/d extra', '#/e extra'],
  ],
  [
    'a record is not fooled by inherited names',
    record({}),
    '{"toString":1,"__proto__":{}}',
    ['#/toString extra', '#/__proto__ extra'],
  ],
  ['a record inherits no field', record({ toString: integer() }), '{}', ['#/toString missing']],
  ['a list has a least number of items', STRICT, '{"a":1,"b":[]}', ['#/b too_few']],
  ['a list has a greatest number of items', STRICT, '{"a":1,"b":[1,1,1]}', ['#/b too_many']],
  ['a list is no record', STRICT, '{"a":1,"b":{}}', ['#/b type']],
  ['order and zeros make no difference', PAIRS, '[{"x":1.0,"y":"a"},{"y":"a","x":1}]', ['# repeated']],
  ['items that differ are not repeated', PAIRS, '[{"x":1,"y":"a"},{"y":"b","x":1}]', []],
  ['lists repeat, too', distinct(list(integer(), 0, 9), 0), '[[1],[1.0]]', ['# repeated']],
];

it.each(CASES)('%s: %#', (_about, shape, json, expected) => {
  expect(problems(shape, json)).toEqual(expected);
});

describe('observation', () => {
  it('speaks as the authority does', () => {
    expect(observation({ path: '#/receptor/correo', problem: 'format' })).toBe(
      'Campo #/receptor/correo no cumple el formato requerido',
    );
  });
});
