import { expect, it } from 'vitest';
import { openBooks } from '../../test/support/simulator/books.ts';
import { createContingenciesMemory, type JudgedContingency } from './contingencies.ts';

const SEALED: JudgedContingency = {
  type: 'contingencia',
  state: 'sealed',
  nit: '012345678',
  ambiente: '00',
  codigoGeneracion: 'EVENT',
  sha256: 'hash',
  judgedAt: '2026-11-20T16:00:00.000Z',
  selloRecibido: 'S',
  observaciones: [],
  facts: {
    startMs: 1000,
    endMs: 2000,
    tipoContingencia: 1,
    documents: [{ codigoGeneracion: 'A', tipoDoc: '01' }],
  },
  jws: 'jws',
};

const REJECTED: JudgedContingency = {
  ...SEALED,
  state: 'rejected',
  sha256: 'other',
  selloRecibido: null,
  observaciones: ['no'],
};

const bench = (lines: unknown[] = []) => ({ books: openBooks(createContingenciesMemory(), lines), lines });

const KEY = { nit: '012345678', ambiente: '00', codigoGeneracion: 'A' };

it('covers the listed documents of the issuer, of one environment, under their type', async () => {
  const { books } = bench();
  await books.keep(SEALED);
  expect(books.covering({ ...KEY, tipoDte: '01' })).toEqual({
    codigoGeneracion: 'EVENT',
    startMs: 1000,
    endMs: 2000,
    sealedAtMs: Date.parse('2026-11-20T16:00:00Z'),
  });
  expect(books.covering({ ...KEY, tipoDte: '03' })).toBeNull();
  for (const change of [{ nit: '999999999' }, { ambiente: '01' }, { codigoGeneracion: 'B' }]) {
    expect(books.covering({ ...KEY, ...change, tipoDte: '01' })).toBeNull();
    expect(books.isListed({ ...KEY, ...change })).toBe(false);
  }
  expect([books.isListed(KEY), books.isSealed('00', 'EVENT'), books.isSealed('01', 'EVENT')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(books.sealedCount()).toBe(1);
});

it('lets a rejected event cover and occupy nothing', async () => {
  const { books } = bench();
  await books.keep(REJECTED);
  expect([books.isListed(KEY), books.isSealed('00', 'EVENT'), books.sealedCount()]).toEqual([
    false,
    false,
    0,
  ]);
  expect(books.all()).toEqual([REJECTED]);
});

it('does not let a repetition hide a seal, and writes it once', async () => {
  const { books, lines } = bench();
  await books.keep(SEALED);
  await books.keep({ ...REJECTED, sha256: SEALED.sha256 });
  expect(books.all()).toEqual([SEALED]);
  expect(lines).toHaveLength(1);
});

it('is the same after it was read again', async () => {
  const first = bench();
  await first.books.keep(REJECTED);
  await first.books.keep(SEALED);
  const { books } = bench([...first.lines]);
  expect(books.all()).toEqual([REJECTED, SEALED]);
  expect(books.isListed(KEY)).toBe(true);
});

it('reads only entries that it could have written', () => {
  const bad = [
    null,
    {},
    { ...SEALED, type: 'seed' },
    { ...SEALED, state: 'stamped' },
    { ...SEALED, jws: 5 },
    { ...SEALED, observaciones: null },
    { ...SEALED, facts: {} },
    { ...SEALED, facts: { documents: [] } },
    { ...SEALED, facts: { ...SEALED.facts, documents: [{}] } },
  ];
  expect(bench(bad).books.all()).toEqual([]);
});
