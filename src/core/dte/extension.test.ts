import { expect, it } from 'vitest';
import { buildExtension, WITH_PLATE, WITHOUT_PLATE } from './extension.ts';

const NOBODY = { nombEntrega: null, docuEntrega: null, nombRecibe: null, docuRecibe: null };

it('is null without observations', () => {
  expect(buildExtension(null, WITH_PLATE)).toBeNull();
});

it('carries observations, and the plate where the type has one', () => {
  expect(buildExtension('Frágil', WITH_PLATE)).toEqual({
    ...NOBODY,
    observaciones: 'Frágil',
    placaVehiculo: null,
  });
  expect(buildExtension('Frágil', WITHOUT_PLATE)).toEqual({ ...NOBODY, observaciones: 'Frágil' });
});
