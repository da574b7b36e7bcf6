import { describe, expect, it } from 'vitest';
import { taxedAmounts } from '../../../test/support/note-amounts.ts';
import { noteRefusal, whyClosed, whyUnadjustable } from './note-refusal.ts';
import type { ClassObstacle, DocumentStanding } from './standing.ts';
import { creditNoteEnd } from './windows.ts';

const OBSTACLE: ClassObstacle = {
  kind: 'exceeds_class',
  saleType: 'exempt',
  withVat: true,
  amount: '600.00',
  remaining: { taxed: '113.00', exempt: '400.00', non_subject: '0.00' },
};
const LINES = [{ saleType: 'taxed' }, { saleType: 'exempt' }, { saleType: 'exempt' }] as const;

it('names the first line of the class that is exceeded, and what is left in each', () => {
  const message =
    'La nota toma 600.00 de lo exento y del CCF quedan por ajustar (con IVA) 113.00 gravado, 400.00 exento y 0.00 no sujeto.';
  const path = 'lines[1].sale_type';
  expect(noteRefusal(OBSTACLE, LINES)).toMatchObject({
    code: 'ccf_class_exceeded',
    status: 400,
    problems: [{ path, message }],
    detail: `${path}: l${message.slice(1)}`,
  });
});

it('names no line where none is of that class', () => {
  const { detail, problems } = noteRefusal({ ...OBSTACLE, withVat: false }, []);
  expect([detail, problems]).toEqual([expect.stringMatching(/^La nota .*\(en líneas sin IVA\)/), []]);
});

it('names the first line that gives back of the line of which too much is given back', () => {
  const obstacle = { kind: 'exceeds_units', line: 2, units: '3', sold: '5', remaining: '2' } as const;
  const message = 'De la línea 2 del CCF se vendieron 5 y quedan 2 por devolver; la nota devuelve 3.';
  const lines = [
    { saleType: 'taxed' },
    { saleType: 'taxed', ccfLine: 1 },
    { saleType: 'taxed', ccfLine: 2 },
  ] as const;
  expect(noteRefusal(obstacle, lines)).toMatchObject({
    code: 'ccf_units_exceeded',
    status: 400,
    problems: [{ path: 'lines[2].quantity', code: 'units_exceeded', message }],
  });
  expect(noteRefusal(obstacle, [])).toMatchObject({ detail: message, problems: [] });
});

it.each(['invalidated', 'fully_adjusted'] as const)('says that the CCF is %s', (kind) => {
  expect(noteRefusal({ kind }, LINES)).toMatchObject({ code: `ccf_${kind}`, problems: [] });
});

it.each([
  ['exceeds', 'ccf_exceeded'],
  ['exceeds_net', 'ccf_net_exceeded'],
] as const)('says how much is left where the note %s', (kind, code) => {
  const refusal = noteRefusal({ kind, amount: '7.77', remaining: '3.33' }, LINES);
  expect(refusal).toMatchObject({ code, detail: expect.stringMatching(/7\.77.*3\.33/) });
});

describe('a document', () => {
  it.each([
    ['01', 'stamped', 'not_a_ccf'],
    ['03', 'contingency', 'ccf_not_stamped'],
    ['03', 'rejected', 'ccf_not_stamped'],
  ] as const)('of type %s that is %s has no notes', (tipoDte, state, code) => {
    expect(whyUnadjustable({ tipoDte, state })).toMatchObject({ status: 400, code });
  });

  it('that is a stamped CCF has them', () => {
    expect(whyUnadjustable({ tipoDte: '03', state: 'stamped' })).toBeNull();
  });
});

/** Every window as the contract has it. */
const USUAL = {
  directInvalidationBusinessDay: null,
  directInvalidationMonths: null,
  creditNoteBusinessDays: null,
};
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
