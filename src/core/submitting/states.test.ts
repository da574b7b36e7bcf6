import { describe, expect, it } from 'vitest';
import {
  DOCUMENT,
  DOCUMENT_STATES,
  DOCUMENT_TRIGGERS,
  type DocumentState,
  nextState,
  statesBefore,
} from './states.ts';

function reachableFrom(start: DocumentState): ReadonlySet<DocumentState> {
  const reached = new Set<DocumentState>([start]);
  for (const state of reached) {
    for (const [from, , to] of DOCUMENT.transitions) if (from === state) reached.add(to);
  }
  return reached;
}

describe('the table', () => {
  it('says one thing about a state and a trigger', () => {
    const pairs = DOCUMENT.transitions.map(([from, trigger]) => `${from} ${trigger}`);
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  it('explains every step', () => {
    expect(DOCUMENT.transitions.filter(([, , , note]) => note.trim() === '')).toEqual([]);
  });

  it('uses every state and every trigger', () => {
    const states = new Set(DOCUMENT.transitions.flatMap(([from, , to]) => [from, to]));
    expect(states).toEqual(new Set(DOCUMENT_STATES));
    expect(new Set(DOCUMENT.transitions.map(([, trigger]) => trigger))).toEqual(new Set(DOCUMENT_TRIGGERS));
  });

  it('reaches every state from a claim, and a stamp from every state', () => {
    expect(reachableFrom('claimed')).toEqual(new Set(DOCUMENT_STATES));
    for (const state of DOCUMENT_STATES) expect(reachableFrom(state)).toContain('stamped');
  });
});

describe('what may never happen', () => {
  it('a stamped document changes', () => {
    expect(DOCUMENT_TRIGGERS.map((trigger) => nextState(DOCUMENT, 'stamped', trigger))).toEqual(
      DOCUMENT_TRIGGERS.map(() => null),
    );
  });

  it('a rejected document changes by itself', () => {
    const possible = DOCUMENT_TRIGGERS.filter((trigger) => nextState(DOCUMENT, 'rejected', trigger) !== null);
    expect(possible).toEqual(['retry']);
  });

  it('a document gets a verdict before its bytes are on record as sent', () => {
    expect(nextState(DOCUMENT, 'claimed', 'stamp')).toBeNull();
    expect(nextState(DOCUMENT, 'claimed', 'reject')).toBeNull();
  });

  it('a verdict leads anywhere but to its own state', () => {
    const ends = (trigger: string) =>
      new Set(DOCUMENT.transitions.filter(([, name]) => name === trigger).map(([, , to]) => to));
    expect(ends('stamp')).toEqual(new Set(['stamped']));
    expect(ends('reject')).toEqual(new Set(['rejected']));
    expect(ends('silence')).toEqual(new Set(['contingency']));
    expect(ends('send')).toEqual(new Set(['in_flight']));
  });
});

describe('nextState and statesBefore', () => {
  it('agree with each other', () => {
    for (const trigger of DOCUMENT_TRIGGERS) {
      const possible = DOCUMENT_STATES.filter((state) => nextState(DOCUMENT, state, trigger) !== null);
      expect([...statesBefore(DOCUMENT, trigger)].toSorted()).toEqual(possible.toSorted());
    }
  });

  it.each([
    ['claimed', 'send', 'in_flight'],
    ['claimed', 'silence', 'contingency'],
    ['in_flight', 'send', 'in_flight'],
    ['in_flight', 'stamp', 'stamped'],
    ['in_flight', 'reject', 'rejected'],
    ['in_flight', 'silence', 'contingency'],
    ['contingency', 'send', 'in_flight'],
    ['contingency', 'stamp', 'stamped'],
    ['contingency', 'reject', 'rejected'],
    ['contingency', 'silence', 'contingency'],
    ['rejected', 'retry', 'claimed'],
    ['claimed', 'retry', null],
    ['in_flight', 'retry', null],
    ['contingency', 'retry', null],
    ['rejected', 'send', null],
    ['rejected', 'silence', null],
  ] as const)('%s on %s: %s', (from, trigger, to) => {
    expect(nextState(DOCUMENT, from, trigger)).toBe(to);
  });
});
