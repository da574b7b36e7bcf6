import { describe, expect, it } from 'vitest';
import { pathOf, ROOT } from './problem.ts';

describe('a place', () => {
  it('is written as the Ministry writes it', () => {
    const pagos = { parent: { parent: ROOT, step: 'resumen' }, step: 'pagos' };
    expect(pathOf({ parent: { parent: pagos, step: 0 }, step: 'periodo' })).toBe('#/resumen/pagos/0/periodo');
  });

  it('tells a slash in a key from one between keys', () => {
    expect(pathOf({ parent: ROOT, step: 'a/b~c' })).toBe('#/a~1b~0c');
  });
});
