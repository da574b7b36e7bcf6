import { expect, it } from 'vitest';
import { fieldsOf } from '../../form.ts';
import { askedIn, typedIn } from './asked.ts';

const posted = (entries: Readonly<Record<string, string>>) =>
  fieldsOf(new URLSearchParams(entries).toString());

it.each([
  [{ emitir: '1' }, { kind: 'issue' }],
  [{ descartar: '1' }, { kind: 'discard' }],
  [{ añadir: '1' }, { kind: 'add_line' }],
  [{ quitar: '2' }, { kind: 'remove_line', index: 2 }],
  [{ seguir: '1' }, { kind: 'go_on' }],
  [{ ver: '1' }, { kind: 'go_on' }],
  [{ calcular: '1' }, { kind: 'calculate' }],
  [{ traer: 'customer.name 03 abc' }, { kind: 'recall', field: 'customer.name', tipoDte: '03', item: 'abc' }],
  [
    { elegir: 'customer.activity_code 46900 · Venta al por mayor' },
    { kind: 'choose', field: 'customer.activity_code', label: '46900 · Venta al por mayor' },
  ],
])('%j asks for %j', (entries, asked) => {
  expect(askedIn(posted(entries))).toEqual(asked);
});

it('keeps the fields of the document, and nothing else', () => {
  const form = {
    emitir: '1',
    ver: '1',
    external_ref: 'a',
    'customer.name': 'Ana',
    __proto__: 'x',
    'a b': 'y',
    lines: 'x',
    'lines[0]': 'x',
    'lines[0].description': 'Café',
    'lines[1999].code': 'a',
    'lines[2000].code': 'a',
    'lines[0].activity_code': 'a',
    'lines[0].is_service': 'sí',
    'payments[0].method': '01',
    customer: 'x',
    'customer.name.x': 'y',
    'subject.name': 'Ana',
    observations: 'Nada',
    'observations.x': 'y',
    'export.regime': '1',
    'customer.constructor': 'x',
  };
  const kept = {
    'customer.name': 'Ana',
    'lines[0].description': 'Café',
    'lines[1999].code': 'a',
    'payments[0].method': '01',
    observations: 'Nada',
    'export.regime': '1',
  };
  expect(typedIn(posted(form), '01')).toEqual(kept);
  expect(Object.keys(typedIn(posted(form), '14'))).toEqual([
    'lines[0].description',
    'lines[1999].code',
    'lines[0].is_service',
    'payments[0].method',
    'subject.name',
    'observations',
  ]);
});
