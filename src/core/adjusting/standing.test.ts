import { describe, expect, it } from 'vitest';
import { idOf } from '../../../test/support/identifiers.ts';
import { amountsOfClass, taxedAmounts } from '../../../test/support/note-amounts.ts';
import { decimal } from '../money/decimal.ts';
import type { DocumentState, InvalidationState } from '../submitting/states.ts';
import { type AdjustedAmounts, addAmounts } from './amounts.ts';
import {
  adjustedBy,
  cancellingNote,
  completesAdjustment,
  type DocumentStanding,
  isFullyAdjusted,
  isInvalidated,
  leftOf,
  type NoteMode,
  type NoteStanding,
  noteObstacle,
} from './standing.ts';

const CCF = taxedAmounts('113', '100');
const NON_SUBJECT = amountsOfClass('non_subject', '50', '50');

function note(mode: NoteMode, gross = '11.30', net = '10'): NoteStanding {
  return {
    documentId: idOf(mode),
    mode,
    state: 'stamped',
    amounts: taxedAmounts(gross, net),
    invalidation: null,
  };
}

function standing(...notes: readonly NoteStanding[]): DocumentStanding {
  return { invalidation: null, notes };
}

describe('what notes take', () => {
  it.for<readonly [DocumentState, InvalidationState | null, boolean]>([
    ['claimed', null, true],
    ['in_flight', null, true],
    ['contingency', null, true],
    ['stamped', null, true],
    ['rejected', null, false],
    ['stamped', 'open', true],
    ['stamped', 'rejected', true],
    ['stamped', 'sealed', false],
  ])('a note that is %s, its invalidation %s, counts: %s', ([state, invalidation, counts]) => {
    const one = { ...note('lines'), state, invalidation };
    expect(adjustedBy(standing(one))).toEqual(counts ? taxedAmounts('11.30', '10') : taxedAmounts('0', '0'));
  });

  it('adds the notes up', () => {
    expect(adjustedBy(standing(note('lines'), note('lines', '1.13', '1')))).toEqual(
      taxedAmounts('12.43', '11'),
    );
  });

  it('knows when nothing is left', () => {
    expect(isFullyAdjusted(standing(note('lines', '112.99', '99.99')), CCF)).toBe(false);
    expect(isFullyAdjusted(standing(note('lines', '112.99'), note('lines', '0.01')), CCF)).toBe(true);
  });
});

describe('the units of lines', () => {
  const named = (...units: readonly (readonly [number, bigint])[]) => ({
    ...taxedAmounts('1.13', '1'),
    units: new Map(units),
  });
  const ccf = {
    ...CCF,
    units: new Map([
      [1, 10n],
      [2, 3n],
    ]),
  };
  const others = standing(
    { ...note('lines'), amounts: named([1, 4n], [2, 3n]) },
    { ...note('lines'), amounts: named([1, 5n]), state: 'rejected' },
    { ...note('lines'), amounts: named([1, 5n]), invalidation: 'sealed' },
  );

  it('are given back once over all notes that count, line by line', () => {
    expect(noteObstacle(others, ccf, named([1, 6n]))).toBeNull();
    const places = { line: '1', units: '0.00000007', sold: '0.0000001', remaining: '0.00000006' };
    expect(noteObstacle(others, ccf, named([1, 7n]))).toEqual({ code: 'ccf_units_exceeded', places, of: 1 });
    const second = noteObstacle(others, ccf, named([1, 1n], [2, 1n]));
    expect(second).toMatchObject({ of: 2, places: { line: '2', remaining: '0' } });
  });

  it('say nothing of a note that names no line', () => {
    expect(noteObstacle(others, ccf, taxedAmounts('56.50', '50'))).toBeNull();
  });
});

describe('cancelled documents', () => {
  it.for<readonly [InvalidationState | null, boolean]>([
    [null, false],
    ['open', true],
    ['rejected', false],
    ['sealed', true],
  ])('with an invalidation that is %s it is invalidated: %s', ([invalidation, invalidated]) => {
    expect(isInvalidated({ invalidation, notes: [] })).toBe(invalidated);
  });

  it('a full note marks its CCF and loses the mark when it is rejected or invalidated', () => {
    const full = note('full', '113', '100');
    expect(isInvalidated(standing(full))).toBe(true);
    expect(isInvalidated(standing({ ...full, state: 'rejected' }))).toBe(false);
    expect(isInvalidated(standing({ ...full, invalidation: 'sealed' }))).toBe(false);
  });

  it.for<readonly [NoteMode, boolean, boolean]>([
    ['full', true, true],
    ['automatic', false, true],
    ['clone', false, false],
    ['lines', false, false],
  ])('a note of mode %s marks it: %s, cancels it: %s', ([mode, marks, cancels]) => {
    const one = standing(note(mode, '113', '100'));
    expect(isInvalidated(one)).toBe(marks);
    expect(cancellingNote(one)?.documentId ?? null).toBe(cancels ? idOf(mode) : null);
  });
});

describe('what stands in the way of a note', () => {
  const small = taxedAmounts('1.13', '1');

  it('nothing, up to the last cent', () => {
    expect(noteObstacle(standing(), CCF, CCF)).toBeNull();
    expect(noteObstacle(standing(note('lines')), CCF, taxedAmounts('101.70', '90'))).toBeNull();
  });

  it('an invalidation comes before the balance', () => {
    const cancelled = { invalidation: 'open' as const, notes: [note('clone', '113', '100')] };
    expect(noteObstacle(cancelled, CCF, small)?.code).toBe('ccf_invalidated');
    expect(noteObstacle(standing(note('clone', '113', '100')), CCF, small)?.code).toBe('ccf_fully_adjusted');
  });

  it('names what is left', () => {
    const places = { amount: '101.71', remaining: '101.70' };
    const obstacle = { code: 'ccf_exceeded', places, of: null };
    expect(noteObstacle(standing(note('lines')), CCF, taxedAmounts('101.71', '90'))).toEqual(obstacle);
  });

  it('counts the lines where totals round down, with the cent that the Ministry accepts', () => {
    const taken = standing(note('lines', '1.13', '99.99'));
    expect(noteObstacle(taken, CCF, taxedAmounts('0.01', '0.02'))).toBeNull();
    const net = { code: 'ccf_net_exceeded', of: null };
    const places = { amount: '0.02000001', remaining: '0.01' };
    expect(noteObstacle(taken, CCF, taxedAmounts('0.01', '0.02000001'))).toEqual({ ...net, places });
    const tolerated = standing(note('lines', '1.13', '100.005'));
    const none = { ...net, places: { amount: '0.01', remaining: '0' } };
    expect(noteObstacle(tolerated, CCF, taxedAmounts('0.01', '0.01'))).toEqual(none);
  });
});

describe('what is left of a CCF of 113.00 taxed, 1,000.00 exempt and 50.00 not subject', () => {
  const [taxed, exempt, other] = [CCF, amountsOfClass('exempt', '1000', '1000'), NON_SUBJECT];
  const mixed = addAmounts([taxed, exempt, other]);
  const taken = (...amounts: readonly AdjustedAmounts[]) =>
    standing(...amounts.map((each) => ({ ...note('lines'), amounts: each })));

  it('is nothing where notes of an earlier version took more, and holds up no other class', () => {
    const before = taken(taxedAmounts('900', '796.46'));
    expect(noteObstacle(before, mixed, taxedAmounts('0.01', '0.01'))).toMatchObject({
      places: { taxed: '0.00', exempt: '1000.00', nonSubject: '50.00' },
    });
    expect(noteObstacle(before, mixed, other)).toBeNull();
  });

  it('is no cent more for what notes before have taken of the tolerance', () => {
    const before = taken(amountsOfClass('non_subject', '0', '50.005'));
    const more = (net: string) =>
      addAmounts([amountsOfClass('non_subject', '0', net), taxedAmounts('0.01', '0')]);
    expect(noteObstacle(before, mixed, more('0.005'))).toBeNull();
    expect(noteObstacle(before, mixed, more('0.00500001'))).toMatchObject({
      code: 'ccf_class_exceeded',
      places: { basis: 'en líneas sin IVA', nonSubject: '0' },
    });
  });

  it('counts the lines of a class as well, with the cent that the Ministry accepts', () => {
    const many = taken(amountsOfClass('non_subject', '0', '49.99'));
    const little = (net: string) =>
      addAmounts([amountsOfClass('non_subject', '0', net), taxedAmounts('0.01', '0.01')]);
    expect(noteObstacle(many, mixed, little('0.02'))).toBeNull();
    expect(noteObstacle(many, mixed, little('0.02000001'))).toEqual({
      code: 'ccf_class_exceeded',
      places: {
        amount: '0.02000001',
        class: 'no sujeto',
        basis: 'en líneas sin IVA',
        taxed: '100',
        exempt: '1000',
        nonSubject: '0.01',
      },
      of: 'non_subject',
    });
  });
});

it('says how much the live notes leave, and with which of them nothing is left', () => {
  const one = note('lines', '60', '53');
  const other = note('lines', '53', '47');
  const [first, second] = [
    { ...one, documentId: idOf('a') },
    { ...other, documentId: idOf('b') },
  ];
  const both = standing(first, second);
  expect(leftOf(standing(first), CCF)).toBe(decimal('53'));
  expect(leftOf(standing(first, second, first), CCF)).toBe(0n);
  expect(['a', 'b', 'c'].map((id) => completesAdjustment(both, CCF, idOf(id)))).toEqual([false, true, false]);
  expect(completesAdjustment(standing({ ...first, state: 'rejected' }, second), CCF, idOf('b'))).toBe(false);
});
