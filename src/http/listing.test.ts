import { expect, it } from 'vitest';
import { exampleCompany } from '../../test/support/example-company.ts';
import { idOf } from '../../test/support/identifiers.ts';
import { cursorOf } from './list-cursor.ts';
import { type ListingWish, readLimit, readListing, readNames } from './listing.ts';

const CALLER = { companyId: idOf('company'), company: exampleCompany() };
const KEY = { us: '1763863458123000', documentId: idOf('document') };

function listing(wish: ListingWish, caller = CALLER) {
  const read = readListing(wish, caller, 'newest');
  if (read.kind === 'refused') throw new Error(read.detail);
  return read;
}

it('goes on behind a cursor of the same listing', () => {
  const first = listing({ customer: 'ana', amount: '1' });
  const cursor = cursorOf(first, KEY);
  expect(listing({ customer: 'ana', amount: '1.00', cursor })).toEqual({ ...first, after: KEY });
  expect(cursor).not.toContain(KEY.documentId);
});

it.each<[string, ListingWish, typeof CALLER]>([
  ['another selection', { customer: 'eva' }, CALLER],
  ['the other order', { customer: 'ana', order: 'oldest' }, CALLER],
  ['another company', { customer: 'ana' }, { ...CALLER, companyId: idOf('other') }],
])('takes no cursor of %s', (_what, wish, caller) => {
  const cursor = cursorOf(listing({ customer: 'ana' }), KEY);
  expect(readListing({ ...wish, cursor }, caller, 'newest')).toMatchObject({
    problems: [{ path: 'cursor' }],
  });
});

it('takes no cursor that was changed', () => {
  const cursor = cursorOf(listing({}), KEY);
  const changed = [...cursor].map((_, place) => `${cursor.slice(0, place)}!${cursor.slice(place + 1)}`);
  for (const one of ['', 'x', cursor.slice(1), ...changed.slice(0, 40)])
    expect(readListing({ cursor: one }, CALLER, 'newest')).toMatchObject({ kind: 'refused' });
});

it('reads limits from 1 to 200', () => {
  expect(['1', '200', undefined].map((text) => readLimit(text, 7))).toEqual([1, 200, 7]);
  for (const text of ['0', '201', '-1', '1.5', '01', '', '1e2', '99999'])
    expect(readLimit(text, 7)).toBeNull();
});

it('reads names in the order in which they are given', () => {
  expect(readNames('b, a', ['a', 'b'])).toEqual(['b', 'a']);
  expect(readNames(undefined, ['a', 'b'])).toEqual(['a', 'b']);
  for (const text of ['', 'a,', 'a,a', 'c'])
    expect(readNames(text, ['a', 'b'])).toMatchObject({ kind: 'refused' });
});
