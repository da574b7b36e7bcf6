import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeIdentifier } from '../../../test/support/identifier-cases.ts';
import { isCodigoGeneracion, parseCodigoGeneracion, whyNotCodigoGeneracion } from './codigo-generacion.ts';

describeIdentifier({
  name: 'codigo-generacion',
  parse: parseCodigoGeneracion,
  is: isCodigoGeneracion,
  whyNot: whyNotCodigoGeneracion,
});

it('accepts a fresh UUID only in upper case, and says so', () => {
  const uuid = randomUUID();
  expect(isCodigoGeneracion(uuid.toUpperCase())).toBe(true);
  expect(whyNotCodigoGeneracion(uuid)).toContain('mayúsculas');
});
