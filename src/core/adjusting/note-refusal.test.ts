import { describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { taxedAmounts } from '../../../test/support/note-amounts.ts';
import { noteRefusal, whyClosed, whyUnadjustable } from './note-refusal.ts';
import type { DocumentStanding } from './standing.ts';
import { creditNoteEnd } from './windows.ts';

const LINES = [
  { saleType: 'taxed', ccfLine: 1 },
  { saleType: 'exempt', ccfLine: 2 },
  { saleType: 'exempt', ccfLine: 2 },
] as const;
const OF_CLASS = {
  code: 'ccf_class_exceeded',
  places: {
    amount: '600.00',
    class: 'exento',
    basis: 'con IVA',
    taxed: '113.00',
    exempt: '400.00',
    nonSubject: '0.00',
  },
  of: 'exempt',
} as const;
const OF_UNITS = {
  code: 'ccf_units_exceeded',
  places: { line: '2', units: '3', sold: '5', remaining: '2' },
  of: 2,
} as const;

it.each([
  [
    OF_CLASS,
    'lines[1].sale_type',
    'class_exceeded',
    'La nota toma 600.00 de lo exento y del CCF quedan por ajustar (con IVA) 113.00 gravado, 400.00 exento y 0.00 no sujeto.',
  ],
  [
    OF_UNITS,
    'lines[1].quantity',
    'units_exceeded',
    'De la línea 2 del CCF se vendieron 5 y quedan 2 por devolver; la nota devuelve 3.',
  ],
] as const)(
  'names the first line that takes too much, where there is one: %j',
  (obstacle, path, code, message) => {
    expect(noteRefusal(obstacle, LINES)).toMatchObject({
      code: obstacle.code,
      status: 400,
      problems: [{ path, code, message }],
      detail: `${path}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
    });
    expect(noteRefusal(obstacle, LINES.slice(0, 1))).toMatchObject({ detail: message, problems: [] });
  },
);

it('names no line where the CCF has too little as a whole', () => {
  const places = { amount: '7.77', remaining: '3.33' };
  const refusal = noteRefusal({ code: 'ccf_net_exceeded', places, of: null }, [{ saleType: 'taxed' }]);
  expect(refusal).toMatchObject({ code: 'ccf_net_exceeded', problems: [] });
  expect(refusal.detail).toMatch(/7\.77.*3\.33/);
});

it.each([
  ['01', 'stamped', 'not_a_ccf'],
  ['03', 'contingency', 'ccf_not_stamped'],
  ['03', 'rejected', 'ccf_not_stamped'],
  ['03', 'stamped', null],
] as const)('a document of type %s that is %s has notes, or %s', (tipoDte, state, code) => {
  const refusal = whyUnadjustable({ tipoDte, state });
  expect(refusal && [refusal.status, refusal.code]).toEqual(code && [400, code]);
});

/** Every window as the contract has it. */
const USUAL = exampleCompany().windows;
const WHOLE = taxedAmounts('113', '100');
const NONE = { ...WHOLE, gross: 0n };

describe('a stamped CCF', () => {
  const POSTED_MS = Date.UTC(2026, 2, 2, 18);
  const NOTHING: DocumentStanding = { invalidation: null, notes: [] };
  const OPEN = { postedMs: POSTED_MS, others: NOTHING, whole: WHOLE };
  const END_MS = creditNoteEnd(POSTED_MS, USUAL);

  it('takes notes until the end of the company’s window, and names that window after it', () => {
    expect(whyClosed(OPEN, END_MS, USUAL)).toBeNull();
    const detail = 'Este CCF tiene mas de 90 dias y no puede ser ajustado';
    expect(whyClosed(OPEN, END_MS + 1, USUAL)).toMatchObject({ code: 'ccf_too_old', detail });
    const short = { ...USUAL, creditNoteBusinessDays: 5 };
    expect(whyClosed(OPEN, END_MS, short)).toMatchObject({
      detail: 'Este CCF tiene mas de 5 dias y no puede ser ajustado',
    });
  });

  it('that is invalidated, or has nothing left, is told so whatever its age', () => {
    const invalidated = { ...OPEN, others: { ...NOTHING, invalidation: 'open' } } as const;
    expect(whyClosed(invalidated, END_MS + 1, USUAL)).toMatchObject({ code: 'ccf_invalidated' });
    const adjusted = { ...OPEN, whole: NONE };
    expect(whyClosed(adjusted, END_MS + 1, USUAL)).toMatchObject({ code: 'ccf_fully_adjusted' });
  });
});
