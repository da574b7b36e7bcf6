import { describe, expect, it } from 'vitest';
import { problemsOf, problemText, read, refuse, refuseProblems, unreadable } from './refusal.ts';
import { REFUSALS, type RefusalCode } from './registry.ts';

function isCode(name: string): name is RefusalCode {
  return Object.hasOwn(REFUSALS, name);
}

const CODES = Object.keys(REFUSALS).filter(isCode);

describe('the registry', () => {
  it.each(CODES)(
    '%s has a status of specification part 7, or 503 where there is no room, and a sentence',
    (code) => {
      const { status, text } = REFUSALS[code];
      expect([400, 401, 404, 429, 500, 503]).toContain(status);
      expect(text).not.toBe('');
      expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    },
  );

  it('keeps the words that the specification fixes', () => {
    expect(REFUSALS.document_not_found).toEqual({ status: 404, text: 'Documento no encontrado' });
  });
});

describe('refuse', () => {
  it('fills the places of the text', () => {
    expect(refuse('doc_type_changed', { issued: '01', requested: '03' })).toEqual({
      kind: 'refused',
      code: 'doc_type_changed',
      status: 400,
      detail:
        'external_ref: la referencia ya pertenece a un documento de tipo 01; no puede reutilizarse con tipo 03.',
      problems: [],
    });
    expect(refuse('rate_limited_hour', { limit: '5000' })).toMatchObject({
      status: 429,
      detail: 'Se superó el límite de solicitudes por hora: 5000.',
    });
  });

  it('shows nobody an unfilled place', () => {
    expect(refuse('signing_failed').detail).toBe(
      'No se pudo firmar el documento; vuelva a enviar la misma referencia.',
    );
    for (const code of CODES) expect(refuse(code).detail).not.toMatch(/[{}]/);
  });

  it('takes what fills a place as it is, however it looks', () => {
    expect(refuse('malformed_json', { reason: '{reason} $& $1' }).detail).toBe(
      'El cuerpo no es JSON válido: {reason} $& $1',
    );
  });
});

describe('refuseProblems', () => {
  const price = {
    path: 'lines[3].unit_price',
    code: 'too_small',
    message: 'No puede ser negativo.',
  } as const;
  const whole = { path: '', code: 'wrong_type', message: 'Debe ser un objeto.' } as const;

  it('names the first problem and keeps them all in order', () => {
    expect(refuseProblems([price])).toEqual({
      kind: 'refused',
      code: 'invalid_request',
      status: 400,
      detail: 'lines[3].unit_price: no puede ser negativo.',
      problems: [price],
    });
    expect(refuseProblems([price, whole]).detail).toBe(
      'lines[3].unit_price: no puede ser negativo. (y 1 problema más)',
    );
    expect(refuseProblems([price, whole, whole])).toMatchObject({
      detail: 'lines[3].unit_price: no puede ser negativo. (y 2 problemas más)',
      problems: [price, whole, whole],
    });
  });

  it('shows the first fifty problems and counts the others', () => {
    const problems = Array.from({ length: 5_000 }, (_, at) => ({
      path: `lines[${at}].unit_price`,
      code: 'too_small' as const,
      message: 'No puede ser negativo.',
    }));
    const refusal = refuseProblems(problems);
    expect(refusal.problems.map(({ path }) => path)).toEqual(problems.slice(0, 50).map(({ path }) => path));
    expect(refusal.detail).toBe('lines[0].unit_price: no puede ser negativo. (y 4999 problemas más)');
  });

  it('gives back no more of a path than the longest field has', () => {
    const long = `lines[1999].${'ñ😀'.repeat(50_000)}`;
    const { detail, problems: shown } = refuseProblems([
      { path: long, code: 'unknown_field', message: 'No es un campo conocido.' },
    ]);
    const start = `lines[1999].${'ñ😀'.repeat(24)}…`;
    expect(detail).toBe(`${start}: no es un campo conocido.`);
    expect(shown).toEqual([{ path: start, code: 'unknown_field', message: 'No es un campo conocido.' }]);
    const fits = { path: 'x'.repeat(60), code: 'invalid', message: 'No.' } as const;
    expect(refuseProblems([fits]).problems).toEqual([fits]);
  });

  it('needs a problem', () => {
    expect(() => refuseProblems([])).toThrow(RangeError);
  });

  it.each([
    ['', 'Debe ser un objeto.', 'Debe ser un objeto.'],
    ['', 'debe ser un objeto.', 'Debe ser un objeto.'],
    ['nit', 'No coincide.', 'nit: no coincide.'],
    ['nit', 'NIT y DUI son distintos.', 'nit: NIT y DUI son distintos.'],
    ['nit', 'el NIT debe tener 14 dígitos.', 'nit: el NIT debe tener 14 dígitos.'],
    ['district', 'Únicamente dos dígitos.', 'district: únicamente dos dígitos.'],
    ['lines', '¿Quiso decir «unit»?', 'lines: ¿Quiso decir «unit»?'],
    ['unit', 'A veces falta.', 'unit: a veces falta.'],
    ['', 'quantity × unit_price es demasiado.', 'quantity × unit_price es demasiado.'],
    ['', 'unit_price falta.', 'unit_price falta.'],
  ])('prints %j and %j as one sentence', (path, message, text) => {
    expect(problemText({ path, message })).toBe(text);
  });
});

describe('what is read', () => {
  it('keeps what is wrong in the order in which it was read', () => {
    const problem = (path: string) => ({ path, code: 'required', message: 'Es obligatorio.' }) as const;
    expect(unreadable(problem('a'))).toEqual({ value: null, problems: [problem('a')] });
    const reads = [unreadable(problem('a')), read(1), { value: 2, problems: [problem('c'), problem('b')] }];
    expect(problemsOf(...reads)).toEqual([problem('a'), problem('c'), problem('b')]);
  });
});
