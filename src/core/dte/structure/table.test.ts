import { expect, it } from 'vitest';
import { fields, orNull } from './table.ts';

it('orders fields by name, here otherwise than elsewhere', () => {
  const elsewhere = { a: 'text', b: 'whole', c: 'date' };
  expect(Object.entries(fields('c a', elsewhere, { a: 'email' }))).toEqual([
    ['c', 'date'],
    ['a', 'email'],
  ]);
  expect(() => fields('a d', elsewhere)).toThrow(new RangeError('no field of this name: d'));
});

it.each([
  ['text', 'text or null'],
  [
    [1, 2],
    [1, 2, null],
  ],
  [{ keys: {} }, { keys: {}, orNull: true }],
  [{ each: 'text' }, { each: 'text', orNull: true }],
])('%j may be null', (field, expected) => expect(orNull(field)).toEqual(expected));
