import { describe, expect, it } from 'vitest';
import { certificateProblem, expiresSoon } from './certificate-problem.ts';

describe('certificateProblem', () => {
  it('puts its detail into the sentence', () => {
    expect(certificateProblem('missing_element', 'privateKey/clave')).toEqual({
      code: 'missing_element',
      message: 'Al certificado le falta el elemento «privateKey/clave».',
    });
    expect(certificateProblem('weak_key', '1024').message).toContain('1024 bits');
    expect(certificateProblem('inactive').message).toContain('no está activo');
  });
});

describe('expiresSoon', () => {
  it.each([
    [1, 'queda 1 día'],
    [0, 'quedan 0 días'],
    [60, 'quedan 60 días'],
  ])('counts %i days in Spanish', (days, text) => {
    expect(expiresSoon('20/11/2031', days).message).toContain(`el 20/11/2031 (${text})`);
  });
});
