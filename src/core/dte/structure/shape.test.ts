import { describe, expect, it } from 'vitest';
import { foundBy } from '../../../../test/structure/found-by.ts';
import { integer } from './number.ts';
import { members, nothing, nullable, object, oneOf, pathOf, ROOT } from './shape.ts';
import { text } from './text.ts';

const person = object({ nombre: text({ min: 1 }), edad: nullable(integer()) });

describe('a place', () => {
  it('is written as the Ministry writes it', () => {
    const pagos = { parent: { parent: ROOT, step: 'resumen' }, step: 'pagos' };
    expect(pathOf({ parent: { parent: pagos, step: 0 }, step: 'periodo' })).toBe('#/resumen/pagos/0/periodo');
  });

  it('tells a slash in a key from one between keys', () => {
    expect(pathOf({ parent: ROOT, step: 'a/b~c' })).toBe('#/a~1b~0c');
  });
});

describe('an object', () => {
  it('has its keys in any order', () => {
    expect(foundBy(person, { edad: null, nombre: 'Ana' })).toEqual([]);
  });

  it.each<[unknown, readonly string[]]>([
    [{ nombre: 'Ana' }, ['#/edad is missing']],
    [{ nombre: 'Ana', edad: 1, apodo: null }, ['#/apodo is not a key of this object']],
    [{ Nombre: '', edad: 1 }, ['#/nombre is missing', '#/Nombre is not a key of this object']],
    [
      { nombre: '', edad: 'x' },
      ['#/nombre must have at least 1 characters', '#/edad must be a whole number'],
    ],
    [[], ['# must be an object']],
    [null, ['# must be an object']],
    ['Ana', ['# must be an object']],
  ])('%j is not', (value, expected) => {
    expect(foundBy(person, value)).toEqual(expected);
  });

  it('counts no key that JavaScript lends it', () => {
    const odd = object({ toString: text() });
    expect(foundBy(odd, {})).toEqual(['#/toString is missing']);
    expect(foundBy(person, JSON.parse('{"nombre":"Ana","edad":1,"__proto__":{}}'))).toEqual([
      '#/__proto__ is not a key of this object',
    ]);
  });

  it('keeps the rules among its members', () => {
    const shape = object({ a: text() }, (given, at, found) => {
      found.push({ path: pathOf(at), message: `has ${Object.keys(given).length}` });
    });
    expect(foundBy(shape, { a: 'x' })).toEqual(['# has 1']);
    expect(foundBy(shape, 7)).toEqual(['# must be an object']);
  });
});

describe('some members', () => {
  const named = members({ nombre: text() });

  it('are looked at where they are there', () => {
    expect(foundBy(named, { otro: 1 })).toEqual([]);
    expect(foundBy(named, { nombre: 1 })).toEqual(['#/nombre must be text']);
    expect(foundBy(named, null)).toEqual(['# must be an object']);
  });
});

describe('listed values', () => {
  const shape = oneOf('00', 1);

  it.each(['00', 1, 1.0])('take %j', (value) => {
    expect(foundBy(shape, value)).toEqual([]);
  });

  it.each(['0', '1', 0, null, true, ['00'], undefined])('refuse %j', (value) => {
    expect(foundBy(shape, value)).toEqual(['# must be one of the listed values']);
  });

  it('may be one', () => {
    expect(foundBy(oneOf('USD'), 'usd')).toEqual(['# must be the one value it may have']);
  });
});

describe('null', () => {
  it('is nothing, and nothing else is', () => {
    expect(foundBy(nothing, null)).toEqual([]);
    for (const value of [0, '', false, [], {}, undefined]) {
      expect(foundBy(nothing, value)).toEqual(['# must be null']);
    }
  });

  it('stands in for what is nullable', () => {
    expect(foundBy(nullable(text()), null)).toEqual([]);
    expect(foundBy(nullable(text()), 1)).toEqual(['# must be text']);
  });
});
