import { expect, expectTypeOf, it } from 'vitest';
import { identifier } from './identifier.ts';
import { type Nit, parseNit } from './nit.ts';
import { parseNrc } from './nrc.ts';

it('is the parsed text', () => {
  expect(identifier(parseNit, '0614-010190-101-2')).toBe('06140101901012');
});

it('throws on a text that is none', () => {
  expect(() => identifier(parseNit, '12')).toThrow(RangeError);
});

it('is of the kind that its parser tells, which no text and no other kind is', () => {
  const nit = identifier(parseNit, '06140101901012');
  expectTypeOf(nit).toEqualTypeOf<Nit>();
  expectTypeOf<string>().not.toExtend<Nit>();
  expectTypeOf(identifier(parseNrc, '1234')).not.toExtend<Nit>();
});
