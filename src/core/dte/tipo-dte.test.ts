import { expect, it } from 'vitest';
import { isTipoDte, TIPOS_DTE } from './tipo-dte.ts';

it('knows the five types of specification 1, in order', () => {
  expect(TIPOS_DTE).toEqual(['01', '03', '05', '11', '14']);
  expect(TIPOS_DTE.every(isTipoDte)).toBe(true);
});

it.each(['', '1', '02', '04', '06', '07', '08', '09', '15', '01 '])('refuses %j', (text) => {
  expect(isTipoDte(text)).toBe(false);
});
