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
  };
  expect(typedIn(posted(form))).toEqual({ 'customer.name': 'Ana' });
});
