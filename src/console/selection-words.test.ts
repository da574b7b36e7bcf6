import { expect, it } from 'vitest';
import { fieldsOf } from './form.ts';
import { exportWords, filterWords, spanWords } from './selection-words.ts';

it.each([
  ['', 'de todas las fechas'],
  ['from=2026-11-22&to=2026-11-22', 'del 22/11/2026'],
  ['from=2026-11-01&to=2026-11-30', 'del 01/11/2026 al 30/11/2026'],
  ['from=2026-11-01', 'desde el 01/11/2026'],
  ['to=2026-11-30', 'hasta el 30/11/2026'],
  ['from=ayer', 'desde el ayer'],
])('tells the days of %j', (query, words) => {
  expect(spanWords(fieldsOf(query))).toBe(words);
});

it('tells what else was asked for', () => {
  const query =
    'q=ana&doc_type=03,05&state=stamped,x&amount_min=1&amount_max=2.50&establishment=M001&point_of_sale=P001&external_ref=r&invalidated=0&contingency=1&from=2026-11-01';
  expect(filterWords(fieldsOf(query))).toEqual([
    'búsqueda «ana»',
    'tipo: CCF, Nota de crédito',
    'estado: Sellado, x',
    'monto desde $1',
    'monto hasta $2.50',
    'establecimiento M001',
    'punto de venta P001',
    'referencia r',
    'sin anulados',
    'solo emitidos en contingencia',
  ]);
  expect(filterWords(fieldsOf('invalidated=1&contingency=0'))).toEqual([
    'solo anulados',
    'sin los de contingencia',
  ]);
});

it.each([
  ['documentos.xlsx?from=2026-11-22&to=2026-11-22', 'documentos en Excel, del 22/11/2026'],
  ['documentos.csv', 'documentos en CSV, de todas las fechas'],
  [
    'documentos.zip?q=zo%C3%AB&state=rejected',
    'documentos en un ZIP con PDF y JSON, de todas las fechas, búsqueda «zoë», estado: Rechazado',
  ],
  ['otra cosa', 'otra cosa'],
])('tells what was exported: %s', (subject, words) => {
  expect(exportWords(subject)).toBe(words);
});
