import { expect, it } from 'vitest';
import { nitText, nrcText, personNumberText } from './identity-numbers.ts';

it.each([
  ['06140101900018', '0614-010190-001-8'],
  ['0614-010190-001-8', '0614-010190-001-8'],
  ['012345678', '01234567-8'],
  ['01234567-8', '01234567-8'],
  ['12345', '12345'],
  [null, null],
])('writes the NIT %j as %j', (number, text) => {
  expect(nitText(number)).toBe(text);
});

it.each([
  ['1001017', '100101-7'],
  ['12', '1-2'],
  ['12345678', '1234567-8'],
  ['123456789', '123456789'],
  [null, null],
])('writes the NRC %j as %j', (number, text) => {
  expect(nrcText(number)).toBe(text);
});

it('gives hyphens to documents that have them in El Salvador, and to no passport', () => {
  const number = '012345678';
  const written = ['13', '36', '03', '37', null].map((type) => personNumberText(type, number));
  expect(written).toEqual(['01234567-8', '01234567-8', number, number, number]);
});
