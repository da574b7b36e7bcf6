import { expect, it } from 'vitest';
import { titleOf } from './field-titles.ts';

it.each([
  ['customer.nrc', 'NRC'],
  ['customer.activity_code', 'Actividad económica'],
  ['lines[2].quantity', 'Línea 3, cantidad'],
  ['lines', 'Líneas'],
  ['observations', 'Observaciones'],
  ['export.incoterm', 'Incoterm'],
  ['__proto__', 'Otro dato'],
])('%s is called %s', (path, title) => {
  expect(titleOf(path)).toBe(title);
});
