import { expect, it } from 'vitest';
import type { Ink } from '../drawing/measure.ts';
import { joined } from './joined.ts';

const INK: Ink = { face: 'code', size: 10 };

it('puts as many texts on a line as there is room for, in their order', () => {
  expect(joined(['NIT: 1', 'NRC: 2', 'Correo: 3'], INK, 100)).toEqual(['NIT: 1 · NRC: 2', 'Correo: 3']);
});

it('breaks none and loses none', () => {
  expect(joined(['a', 'x'.repeat(50), 'b', 'c'], INK, 100)).toEqual(['a', 'x'.repeat(50), 'b · c']);
  expect(joined([], INK, 100)).toEqual([]);
});
