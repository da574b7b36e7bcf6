import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { generationWarnings, noteWindowWarnings } from './date-warnings.ts';

const at = (text: string) => Date.parse(`${text}-06:00`);
const OPEN = exampleCompany().windows;

describe('the generation of a type', () => {
  const told = (schema_generation: unknown, now: string) =>
    generationWarnings(exampleCompany({ schema_generation }), '01', at(now)).map(({ message }) => message);

  it('is expected to be v2 from December 2026 on', () => {
    expect(told('v2', '2027-01-01T00:00:00')).toEqual([]);
    expect(told('v1', '2026-10-31T23:59:59')).toEqual([]);
    for (const now of ['2026-11-01T00:00:00', '2026-12-24T00:00:00'])
      expect(told('v1', now)).toEqual([
        'Se espera de todo emisor la normativa v2 desde el 2026-12-01, y la empresa emite este tipo en v1.',
      ]);
  });

  it('changes when the company says so', () => {
    const later = {
      '01': [{ generation: 'v1' }, { generation: 'v2', from: '2026-12-15T00:00:00-06:00' }],
      ...Object.fromEntries(['03', '05', '11', '14'].map((type) => [type, 'v1'])),
    };
    expect(told(later, '2026-11-14T00:00:00')).toEqual([]);
    expect(told(later, '2026-11-16T00:00:00')).toEqual(['Desde el 2026-12-15 este tipo se emite en v2.']);
    expect(told(later, '2026-12-15T00:00:00')).toEqual([]);
  });
});

describe('the windows of a CCF', () => {
  // Its 90th business day is in January 2027; the Ministry's three months end on 2026-11-20.
  const ccfMs = at('2026-08-20T10:00:00');
  const told = (now: string, windows = OPEN) =>
    noteWindowWarnings({ noteMs: at(now), ccfMs }, windows).map(({ code, message }) => `${code}: ${message}`);

  it('are worth no word while they are wide open', () => {
    expect(told('2026-11-13T23:59:59')).toEqual([]);
  });

  it('close, the Ministry’s first', () => {
    expect(told('2026-11-14T00:00:00')).toEqual([
      'window_closing: El plazo de Hacienda para notas sobre este CCF termina el 2026-11-20.',
    ]);
    expect(told('2026-11-21T00:00:00')).toEqual([
      expect.stringMatching(/^late_note: La nota se emitió después/),
    ]);
    expect(told('2026-11-10T00:00:00', { ...OPEN, creditNoteBusinessDays: 58 })).toEqual([
      expect.stringMatching(/^window_closing: El plazo para ajustar este CCF termina el 2026-11-1\d\.$/),
    ]);
  });
});
