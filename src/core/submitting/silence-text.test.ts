import { expect, it } from 'vitest';
import { silenceText } from './silence-text.ts';

it('tells who did not answer from who was not let in', () => {
  expect(silenceText('document', false)).toBe(
    'Hacienda no respondió; el documento conserva su número y se volverá a enviar.',
  );
  expect(silenceText('invalidation', true)).toBe(
    'Hacienda no aceptó el usuario o la contraseña de la empresa; la invalidación se volverá a enviar.',
  );
});
