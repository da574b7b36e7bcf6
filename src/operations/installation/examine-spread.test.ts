import { describe, expect, it } from 'vitest';
import { slugOf } from '../../../test/support/identifiers.ts';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import type { SpreadFacts, SpreadServer } from './distribution-ports.ts';
import { examineSpread } from './examine-spread.ts';

const FIRST: SpreadServer = {
  name: 'one:5432',
  isFirst: true,
  isActive: true,
  parts: 0,
  clockAheadMs: 0,
  commitsWait: false,
};
const OTHER: SpreadServer = { ...FIRST, name: 'two:5432', isFirst: false, parts: 64, commitsWait: true };
const FACTS: SpreadFacts = { servers: [FIRST, OTHER], apart: [], left: [] };

const of = (changes: Partial<SpreadFacts>, production: CompanySlug | null = null) =>
  examineSpread({ ...FACTS, ...changes }, production);
const withOther = (changes: Partial<SpreadServer>) => ({ servers: [FIRST, { ...OTHER, ...changes }] });

describe('examineSpread', () => {
  it('says nothing of a database on one server', () => {
    expect(examineSpread(null, slugOf('real'))).toEqual([]);
  });

  it('tells the parts of each server', () => {
    expect(of({}).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    expect(of({})[0]?.message).toContain('over 1 servers (parts: one:5432 has 0, two:5432 has 64)');
  });

  it('finds tables that lie apart', () => {
    expect(of({ apart: ['deliveries'] })[0]).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('deliveries'),
    });
  });

  it('finds what is left to be done, and shows the first of it', () => {
    const left = ['Do this.', 'Do that.', 'Do more.', 'Do even more.'];
    const [, check] = of({ left });
    expect(check).toMatchObject({ status: 'problem', advice: expect.stringContaining('sello distribute') });
    expect(check?.message).toContain('Do this. Do that. Do more. And 1 more');
    expect(check?.message).not.toContain('even');
  });

  it.each([
    ['is not active', { isActive: false }],
    ['does not answer', { clockAheadMs: null }],
    ['ahead', { clockAheadMs: 6_000 }],
    ['ahead', { clockAheadMs: -6_000 }],
  ])('finds a server that %s', (word, changes) => {
    expect(of(withOther(changes))[2]).toMatchObject({
      name: 'server two:5432',
      status: 'problem',
      message: expect.stringContaining(word),
    });
  });

  it('asks for standbys: in production they are needed', () => {
    const alone = withOther({ commitsWait: false });
    expect(of(alone)[2]).toMatchObject({ status: 'warning' });
    expect(of(alone, slugOf('real'))[2]).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('real'),
    });
  });
});
