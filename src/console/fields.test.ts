import { describe, expect, it } from 'vitest';
import { alertOf, choiceField, optionsFrom, problemOf, textField } from './fields.ts';

describe('a field', () => {
  it('has a label and says what it is for', () => {
    expect(String(textField({ name: 'nit', label: 'NIT', hint: 'Sin guiones', value: '<1>' }))).toBe(
      [
        '<div class="field">',
        '<label for="nit">NIT</label>',
        '<input id="nit" name="nit" type="text" value="&#60;1&#62;" autocomplete="off" required aria-describedby="nit-hint">',
        '<p class="hint" id="nit-hint">Sin guiones</p>',
        '</div>',
      ].join('\n'),
    );
  });

  it('names its problem for whoever does not see it', () => {
    const field = String(textField({ name: 'a', label: 'A', problem: 'Falta.', hint: 'Algo' }));
    expect(field).toContain('aria-describedby="a-problem a-hint" aria-invalid="true"');
    expect(field).toContain('<p class="problem" id="a-problem">Falta.</p>');
  });

  it('may be left empty where it says so', () => {
    const field = String(
      textField({ name: 'a', label: 'A', isOptional: true, longest: 5, inputmode: 'decimal' }),
    );
    expect(field).not.toContain('required');
    expect(field).toContain('(opcional)');
    expect(field).toContain('inputmode="decimal" maxlength="5"');
  });
});

it('shows what was chosen', () => {
  const options = optionsFrom({ 1: 'Uno', 2: 'Dos' });
  const field = String(choiceField({ name: 'n', label: 'N', value: '2', options }));
  expect(field).toContain('<option value="1">Uno</option><option value="2" selected>Dos</option>');
});

it('finds the problem of a field and shows that of the whole form', () => {
  const problems = [{ path: 'a', code: 'invalid', message: 'No.' } as const];
  expect([problemOf(problems, 'a'), problemOf(problems, 'b')]).toEqual(['No.', undefined]);
  expect(alertOf(null)).toBeNull();
  expect(String(alertOf('<no>'))).toBe('<p class="alert" role="alert">&#60;no&#62;</p>');
});
