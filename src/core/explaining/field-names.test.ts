import { expect, it } from 'vitest';
import { fieldInWords, fieldsInWords } from './field-names.ts';
import { OWNERS_IN_DOCUMENTS } from './owners-in-documents.ts';
import { OWNERS_IN_INVALIDATIONS } from './owners-in-invalidations.ts';

it.each([
  ['Corrija customer.nrc o lines[2].unit.', 'Corrija «NRC del cliente» o «unidad de la línea 3».'],
  ['Envíe export.regime y payments[].amount.', 'Envíe «régimen de la exportación» y «monto del pago».'],
  ['El nombre ya estaba: names, my_code, a.email', 'El nombre ya estaba: names, my_code, a.email'],
])('%s', (sentence, words) => {
  expect(fieldsInWords(sentence)).toBe(words);
});

it('has words for each field that an explanation names', () => {
  const owners = [...Object.values(OWNERS_IN_DOCUMENTS), OWNERS_IN_INVALIDATIONS].flatMap((one) =>
    Object.values(one),
  );
  const named = owners.flatMap((owner) => {
    if (owner.origin === 'request') return owner.fields;
    return owner.origin === 'computed' ? [owner.field, ...owner.from] : [];
  });
  const fields = new Set(named.map((field) => field.replaceAll('[]', '[0]')));
  expect(fields.size).toBeGreaterThan(30);
  const left = [...fields].filter(
    (field) => /[_.[]/.test(fieldInWords(field)) || fieldInWords(field) === field,
  );
  expect(left).toEqual([]);
});
