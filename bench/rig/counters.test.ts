import { describe, expect, it } from 'vitest';
import { perDocument } from './counters.ts';

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
