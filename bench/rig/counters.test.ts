import { describe, expect, it } from 'vitest';
import { type Counters, countedFor, perDocument, statementsOfEach } from './counters.ts';

const rows = (inserted: number, updated: number, updatedInPlace: number) => ({
  inserted,
  updated,
  updatedInPlace,
});

describe('what a document wrote', () => {
  const before = {
    transactions: 100,
    syncs: 50,
    rows: { documents: rows(10, 20, 5), companies: rows(3, 0, 0) },
  };
  const after = {
    transactions: 140,
    syncs: 80,
    rows: { documents: rows(20, 40, 15), companies: rows(3, 0, 0), attempts: rows(10, 10, 0) },
  };
  const each = perDocument(before, after, 10);
  it('is its share of the difference', () =>
    expect([each.transactions, each.syncs, each.rows['documents']]).toEqual([4, 3, rows(1, 2, 1)]));
  it('holds tables that had nothing before', () => expect(each.rows['attempts']).toEqual(rows(1, 1, 0)));
  it('leaves out tables that nothing was written to', () =>
    expect(each.rows).not.toHaveProperty('companies'));
});

describe('statements', () => {
  const at = (calls: readonly (readonly [string, number])[], writes: number): Counters => ({
    calls: new Map(calls),
    writes,
    walBytes: writes * 100,
  });
  const before = at(
    [
      ['admit', 5],
      ['due', 100],
    ],
    10,
  );
  const after = at(
    [
      ['admit', 25],
      ['claim', 40],
      ['due', 109],
    ],
    50,
  );
  it('of each are those that it caused, without what ran beside it', () =>
    expect(statementsOfEach(before, after, 20)).toBe(3));
  it('in all are shared out, with what ran beside', () =>
    expect(countedFor(before, after, 20)).toEqual({ statements: 69 / 20, writes: 2, walBytes: 200 }));
});
