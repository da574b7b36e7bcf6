import { describe, expect, it } from 'vitest';
import { idOf } from '../../../test/support/identifiers.ts';
import { taxedAmounts } from '../../../test/support/note-amounts.ts';
import type { DocumentState, InvalidationState } from '../submitting/states.ts';
import {
  type AttemptState,
  automaticNoteRef,
  type Cancellable,
  cancellationStanding,
  chooseCancellation,
  invalidationStateOf,
  isAutomaticNote,
} from './choice.ts';
import type { DocumentStanding, NoteStanding } from './standing.ts';

const END_MS = 1_000;

function note(changes: Partial<NoteStanding> = {}): NoteStanding {
  const amounts = taxedAmounts('113', '100');
  return {
    documentId: idOf('nota'),
    mode: 'automatic',
    state: 'stamped',
    amounts,
    invalidation: null,
    ...changes,
  };
}

function standing(
  invalidation: InvalidationState | null,
  ...notes: readonly NoteStanding[]
): DocumentStanding {
  return { invalidation, notes };
}

function ccf(changes: Partial<Cancellable> = {}): Cancellable {
  return {
    state: 'stamped',
    isAdjustedByNotes: true,
    standing: standing(null),
    directUntilMs: END_MS,
    ...changes,
  };
}

/** The kinds within the window and after it. */
function kinds(document: Cancellable): readonly string[] {
  return [END_MS, END_MS + 1].map((nowMs) => chooseCancellation(document, nowMs).kind);
}

describe('which way a document is cancelled, within its window and after', () => {
  it.each<readonly [string, Partial<Cancellable>, readonly [string, string]]>([
    ['a CCF', {}, ['direct', 'note']],
    ['another type', { isAdjustedByNotes: false }, ['direct', 'too_late']],
    ['one that is invalidated', { standing: standing('sealed') }, ['done', 'done']],
    ['one whose invalidation waits', { standing: standing('open') }, ['resume', 'resume']],
    ['one whose invalidation was rejected', { standing: standing('rejected') }, ['direct', 'note']],
    ['with a note of ours', { standing: standing(null, note()) }, ['noted', 'noted']],
    [
      'with a note of ours on its way',
      { standing: standing(null, note({ state: 'claimed' })) },
      ['noted', 'noted'],
    ],
    ['with a full note', { standing: standing(null, note({ mode: 'full' })) }, ['noted', 'noted']],
    ['with a clone', { standing: standing(null, note({ mode: 'clone' })) }, ['has_notes', 'has_notes']],
    [
      'with a partial note',
      { standing: standing(null, note({ mode: 'lines' })) },
      ['has_notes', 'has_notes'],
    ],
    ['with a rejected note', { standing: standing(null, note({ state: 'rejected' })) }, ['direct', 'note']],
    [
      'with a note that was cancelled',
      { standing: standing(null, note({ invalidation: 'sealed' })) },
      ['direct', 'note'],
    ],
    [
      'with a note that is being cancelled',
      { standing: standing(null, note({ mode: 'lines', invalidation: 'open' })) },
      ['has_notes', 'has_notes'],
    ],
    ['invalidated with a note', { standing: standing('sealed', note()) }, ['done', 'done']],
  ])('%s', (_, changes, expected) => {
    expect(kinds(ccf(changes))).toEqual(expected);
  });

  it.each<DocumentState>(['claimed', 'in_flight', 'contingency', 'rejected'])(
    'not one that is %s',
    (state) => {
      expect(kinds(ccf({ state }))).toEqual(['not_stamped', 'not_stamped']);
    },
  );

  it('names the notes that stand in the way', () => {
    const notes = [note({ mode: 'lines' }), note({ mode: 'clone', state: 'rejected' })];
    const choice = chooseCancellation(ccf({ standing: standing(null, ...notes) }), 0);
    expect(choice).toEqual({ kind: 'has_notes', notes: notes.slice(0, 1), isLate: false });
    const late = chooseCancellation(ccf({ standing: standing(null, ...notes) }), END_MS + 1);
    expect(late).toMatchObject({ kind: 'has_notes', isLate: true });
  });
});

it('knows a note of ours from those of callers, and from one that was cancelled', () => {
  const ours = note({ documentId: idOf('a'), state: 'rejected' });
  const others = [
    note({ documentId: idOf('b'), mode: 'full' }),
    note({ documentId: idOf('c'), invalidation: 'sealed' }),
  ];
  const given = standing(null, ours, ...others);
  expect(['a', 'b', 'c', 'd'].filter((id) => isAutomaticNote(given, idOf(id)))).toEqual(['a']);
});

const CCF_ID = idOf('ccf');

it('refers to its notes by the CCF, the first without a number', () => {
  expect([0, 1, 2].map((count) => automaticNoteRef(CCF_ID, count))).toEqual([
    `anulacion-${CCF_ID}`,
    `anulacion-${CCF_ID}-2`,
    `anulacion-${CCF_ID}-3`,
  ]);
  expect(automaticNoteRef(idOf(crypto.randomUUID()), 12).length).toBeLessThanOrEqual(100);
});

describe('what speaks for the cancellation', () => {
  const rejectedNote = note({ state: 'rejected' });
  it.each<readonly [string, DocumentStanding, string, AttemptState]>([
    ['nothing', standing(null), 'none', 'none'],
    ['a sealed event', standing('sealed'), 'event', 'stamped'],
    ['an open event', standing('open', rejectedNote), 'event', 'waiting'],
    ['a rejected event', standing('rejected'), 'event', 'rejected'],
    ['a note of ours', standing(null, note()), 'note', 'stamped'],
    ['a note of ours on its way', standing(null, note({ state: 'in_flight' })), 'note', 'waiting'],
    [
      'a full note that waits, after a rejected event',
      standing('rejected', note({ mode: 'full', state: 'contingency' })),
      'note',
      'waiting',
    ],
    [
      'a rejected note of ours after a rejected event',
      standing('rejected', rejectedNote),
      'note',
      'rejected',
    ],
    [
      'a rejected note of the caller',
      standing(null, note({ mode: 'full', state: 'rejected' })),
      'none',
      'none',
    ],
    ['a note of ours that was cancelled', standing(null, note({ invalidation: 'sealed' })), 'none', 'none'],
    ['a partial note', standing(null, note({ mode: 'lines' })), 'none', 'none'],
  ])('%s', (...[, given, expected, state]) => {
    expect(cancellationStanding(given).kind).toBe(expected);
    expect(invalidationStateOf(given)).toBe(state);
  });
});
