import { expect, it } from 'vitest';
import { DOCUMENT_TYPES } from './kinds.ts';
import { anyOfTypes, titleOfType } from './titles.ts';

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

it('names types within a sentence', () => {
  expect(anyOfTypes(DOCUMENT_TYPES)).toBe(
    'factura (01), crédito fiscal (03), nota de crédito (05), factura de exportación (11) o factura de sujeto excluido (14)',
  );
  expect(anyOfTypes(DOCUMENT_TYPES.slice(0, 1))).toBe('factura (01)');
});
