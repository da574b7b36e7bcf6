import { expect, it } from 'vitest';
import { whyUnsealed } from './unsealed.ts';

it('tells a formal contingency from a document that is only on its way', () => {
  expect(whyUnsealed({ tipoOperacion: '2' })).toBe('EMITIDO EN CONTINGENCIA: pendiente de sello');
  expect(whyUnsealed({ tipoOperacion: '1' })).toBe('EN TRANSMISIÓN: pendiente de sello');
});
