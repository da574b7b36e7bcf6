import { expect, it } from 'vitest';
import { fieldsOf } from './form.ts';

it('reads fields that stand there once, several times or not at all', () => {
  const fields = fieldsOf('name=Ana+Mar%C3%ADa&line=1&line=&line=3&empty=');
  expect(fields.one('name')).toBe('Ana María');
  expect(fields.all('line')).toEqual(['1', '', '3']);
  expect([fields.one('empty'), fields.has('empty')]).toEqual(['', true]);
  expect([fields.one('none'), fields.all('none'), fields.has('none')]).toEqual(['', [], false]);
  expect(fields.entries).toHaveLength(5);
});

it('takes blanks away around a single value only', () => {
  const fields = fieldsOf('a=+x+');
  expect([fields.one('a'), fields.all('a')]).toEqual(['x', [' x ']]);
});

it.each([
  ['a=%E3%80%80x%0A%09', 'a', 'x'],
  ['a=%00x%00', 'a', 'x'],
  ['a=+++', 'a', ''],
  // A document may have its reference so.
  ['external_ref=x+', 'external_ref', 'x '],
  ['ref=+x', 'ref', ' x'],
  ['ref=x%0A', 'ref', 'x'],
])('reads %s as a request means it', (text, name, value) => {
  expect(fieldsOf(text).one(name)).toBe(value);
});

it('reads what is broken as well as it can be read', () => {
  expect(fieldsOf('a=%ZZ&b=%E1&c=1%002').entries).toEqual([
    ['a', '%ZZ'],
    ['b', '�'],
    ['c', '12'],
  ]);
  expect(fieldsOf('__proto__=1&constructor=2').one('__proto__')).toBe('1');
});
