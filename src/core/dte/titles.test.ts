import { expect, it } from 'vitest';
import { titleOfType } from './titles.ts';

it.each([
  ['01', 'Factura'],
  ['03', 'Comprobante de crédito fiscal'],
  ['05', 'Nota de crédito'],
  ['11', 'Factura de exportación'],
  ['14', 'Factura de sujeto excluido'],
  ['07', 'Comprobante de retención'],
  ['99', '99'],
])('calls a document of type %s «%s»', (tipoDte, title) => {
  expect(titleOfType(tipoDte)).toBe(title);
});
