import { describe, expect, it } from 'vitest';
import { control, type Drawn } from './controls.ts';

const DRAWN: Drawn = {
  fields: {},
  problems: new Map(),
  questions: new Map(),
  names: new Set(),
  focus: null,
  canMail: true,
  suggestions: '/s',
};
const NAME = { leaf: 'name', label: 'Nombre', hint: 'Completo.' };

describe('a field of the form', () => {
  it('shows what is wrong with it and what belongs there, tied to it by their identifiers', () => {
    const problems = new Map([['customer.name', 'Es obligatorio.']]);
    const { text } = control({ ...DRAWN, problems }, 'customer.name', NAME);
    expect(text).toContain('aria-describedby="customer.name-problem customer.name-hint" aria-invalid="true"');
    expect(text).toContain('<p class="problem" id="customer.name-problem">Es obligatorio.</p>');
    expect(text).toContain('list="lista-clientes" hx-post="/s/clientes"');
  });

  it('offers what was typed may mean as buttons', () => {
    const answer = {
      name: 'traer',
      value: 'customer.name 03 x',
      label: 'Ana & Cía',
      detail: '0614',
    } as const;
    const question = { field: 'customer.name', title: '¿Quién?', answers: [answer] };
    const questions = new Map([['customer.name', question]]);
    const { text } = control({ ...DRAWN, questions }, 'customer.name', NAME);
    expect(text).toContain('<button class="answer" name="traer" value="customer.name 03 x" formnovalidate>');
    expect(text).toContain('Ana &#38; Cía');
    expect(control({ ...DRAWN, questions }, 'customer.email', NAME).text).not.toContain('traer');
  });

  it('is a list, a text of several lines or a number where it is told so', () => {
    const options = [
      ['', '—'],
      ['2', 'Dos'],
    ] as const;
    const fields = { a: '2', b: 'uno\n<dos>' };
    const list = control({ ...DRAWN, fields }, 'a', { leaf: 'a', label: 'A', options });
    expect(list.text).toContain('<option value="2" selected>Dos</option>');
    const long = control({ ...DRAWN, fields, focus: 'b' }, 'b', { leaf: 'b', label: 'B', isLong: true });
    expect(long.text).toMatch(/<textarea id="b" name="b" autofocus[^>]*>uno\n&#60;dos&#62;<\/textarea>/);
    const number = control(DRAWN, 'c', { leaf: 'c', label: 'C', inputmode: 'decimal' });
    expect(number.text).toContain('inputmode="decimal"');
  });
});
