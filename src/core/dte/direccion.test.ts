import { expect, it } from 'vitest';
import { buildDireccion } from './direccion.ts';
import { serializeDte } from './serialize.ts';

const PLACE = { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle Ficticia 1' };

it.each([
  ['v1', '{"departamento":"06","municipio":"23","complemento":"Calle Ficticia 1"}'],
  ['v2', '{"departamento":"06","municipio":"23","distrito":"14","complemento":"Calle Ficticia 1"}'],
] as const)('in %s', (generation, text) => {
  expect(serializeDte(buildDireccion(PLACE, generation))).toBe(text);
});
