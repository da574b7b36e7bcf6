import { describe, expect, it } from 'vitest';
import type { Problem } from '../refusals/problem.ts';
import {
  choiceAt,
  flagAt,
  integerAt,
  isComplete,
  listAt,
  objectAt,
  openObject,
  requireFields,
  textAt,
} from './file-site.ts';

const KNOWN = ['name', 'flag', 'count', 'list', 'inner', 'choice'];
const SHORT = {
  parse: (text: string) => (text.length < 4 ? text : null),
  whyNot: (text: string) => (text.length < 4 ? null : 'es demasiado largo.'),
};

function open(value: unknown, path = '') {
  const problems: Problem[] = [];
  const site = openObject(value, KNOWN, { path, problems });
  if (site === null) throw new Error('not an object');
  return { site, problems };
}

describe('openObject', () => {
  it.each([null, undefined, 7, 'text', [], [{}], true])('refuses %j', (value) => {
    const problems: Problem[] = [];
    expect(openObject(value, KNOWN, { path: 'x', problems })).toBeNull();
    expect(problems).toEqual([{ path: 'x', message: 'debe ser un objeto.' }]);
  });

  it('names an unknown field and the nearest known one', () => {
    const { problems } = open({ nmae: 1, zzzzzz: 2 }, 'a[0]');
    expect(problems).toEqual([
      { path: 'a[0].nmae', message: 'no se conoce este campo; ¿quiso decir name?' },
      { path: 'a[0].zzzzzz', message: `no se conoce este campo; los que hay son: ${KNOWN.join(', ')}.` },
    ]);
  });

  it('does not take inherited names for fields', () => {
    const { problems } = open(JSON.parse('{"__proto__": {"name": "x"}, "constructor": 1}'));
    expect(problems.map(({ path }) => path)).toEqual(['__proto__', 'constructor']);
  });
});

describe('readers', () => {
  it('return what is there', () => {
    const { site, problems } = open({
      name: ' ab ',
      flag: false,
      count: 0,
      list: [1],
      inner: {},
      choice: 'x',
    });
    expect(textAt(site, 'name', SHORT)).toBe('ab');
    expect(flagAt(site, 'flag')).toBe(false);
    expect(integerAt(site, 'count', { min: 0, max: 9 })).toBe(0);
    expect(listAt(site, 'list')).toEqual([1]);
    expect(objectAt(site, 'inner', [])?.path).toBe('inner');
    expect(choiceAt(site, 'choice', ['x', 'y'])).toBe('x');
    expect(problems).toEqual([]);
  });

  it.each([{}, { name: null, flag: null, count: null, list: null, inner: null, choice: null }])(
    'return null for what is absent, without a problem: %j',
    (value) => {
      const { site, problems } = open(value);
      expect(textAt(site, 'name', SHORT)).toBeNull();
      expect(flagAt(site, 'flag')).toBeNull();
      expect(integerAt(site, 'count', { min: 0, max: 9 })).toBeNull();
      expect(listAt(site, 'list')).toBeNull();
      expect(objectAt(site, 'inner', [])).toBeNull();
      expect(choiceAt(site, 'choice', ['x'])).toBeNull();
      expect(problems).toEqual([]);
      requireFields(site, ['name', 'flag']);
      expect(problems).toEqual([
        { path: 'name', message: 'falta este campo.' },
        { path: 'flag', message: 'falta este campo.' },
      ]);
    },
  );

  it('report the wrong type and the wrong value, with the path', () => {
    const { site, problems } = open({ name: 7, flag: 'sí', count: 1.5, list: [], inner: [], choice: 1 }, 'a');
    expect(textAt(site, 'name', SHORT)).toBeNull();
    expect(flagAt(site, 'flag')).toBeNull();
    expect(integerAt(site, 'count', { min: 0, max: 9 })).toBeNull();
    expect(listAt(site, 'list')).toBeNull();
    expect(objectAt(site, 'inner', [])).toBeNull();
    expect(choiceAt(site, 'choice', ['1', '2'])).toBeNull();
    expect(problems).toEqual([
      { path: 'a.name', message: 'debe ser un texto entre comillas.' },
      { path: 'a.flag', message: 'debe ser true o false.' },
      { path: 'a.count', message: 'debe ser un número entero entre 0 y 9.' },
      { path: 'a.list', message: 'debe ser una lista con al menos un elemento.' },
      { path: 'a.inner', message: 'debe ser un objeto.' },
      { path: 'a.choice', message: 'debe ser uno de estos valores: "1", "2".' },
    ]);
  });

  it('give the reason of the rule, and bound integers', () => {
    const { site, problems } = open({ name: 'abcd', count: 10 });
    expect(textAt(site, 'name', SHORT)).toBeNull();
    expect(integerAt(site, 'count', { min: 0, max: 9 })).toBeNull();
    expect(problems.map(({ message }) => message)).toEqual([
      'es demasiado largo.',
      'debe ser un número entero entre 0 y 9.',
    ]);
  });
});

it('isComplete takes false, zero and the empty text for values', () => {
  expect(isComplete({ a: 0, b: false, c: '' })).toBe(true);
  expect(isComplete({ a: 0, b: null })).toBe(false);
  expect(isComplete({ a: undefined })).toBe(false);
});
