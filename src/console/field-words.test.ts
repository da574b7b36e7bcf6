import { expect, it } from 'vitest';
import { inWords } from './field-words.ts';

it.each([
  [
    'Los calcula Sello de quantity, unit_price y sale_type.',
    'Los calcula Sello de cantidad, precio y clase de venta.',
  ],
  ['Corrija customer.email.', 'Corrija correo del cliente.'],
  ['Revise lines[2].unit y repita.', 'Revise unidad de la línea 3 y repita.'],
  ['Falta customer.', 'Falta cliente.'],
  ['El nombre ya estaba: names, my_code, a.email', 'El nombre ya estaba: names, my_code, a.email'],
])('%s', (sentence, words) => {
  expect(inWords(sentence)).toBe(words);
});
