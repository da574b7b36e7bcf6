import { expect, it } from 'vitest';
import { openBooks } from '../../test/support/simulator/books.ts';
import { createInvalidationsMemory, type JudgedInvalidation } from './invalidations.ts';

const SEALED: JudgedInvalidation = {
  type: 'invalidacion',
  state: 'sealed',
  nit: '012345678',
  ambiente: '00',
  codigoGeneracion: 'EVENT',
  sha256: 'hash',
  judgedAt: '2026-11-20T16:00:00.000Z',
  jws: 'jws',
  verdict: {
    selloRecibido: 'S',
    fhProcesamiento: '20/11/2026 10:00:00',
    clasificaMsg: '10',
    codigoMsg: '001',
    descripcionMsg: 'Invalidación Recibida y Procesada',
    observaciones: [],
  },
  facts: { documento: 'A', tipoDte: '01', codigoGeneracionR: null },
};

const REJECTED: JudgedInvalidation = { ...SEALED, state: 'rejected', sha256: 'other' };

const bench = (lines: unknown[] = []) => ({ books: openBooks(createInvalidationsMemory(), lines), lines });

it('knows what is invalid in one environment, by sealed events alone', async () => {
  const { books } = bench();
  await books.keep(REJECTED);
  expect([books.isInvalidated('00', 'A'), books.isSealed('00', 'EVENT')]).toEqual([false, false]);
  await books.keep(SEALED);
  expect([books.isInvalidated('00', 'A'), books.isInvalidated('01', 'A')]).toEqual([true, false]);
  expect([books.isSealed('00', 'EVENT'), books.sealedCount()]).toEqual([true, 1]);
});

it('does not let a repetition hide a seal, and writes it once', async () => {
  const { books, lines } = bench();
  await books.keep(SEALED);
  await books.keep({ ...REJECTED, sha256: SEALED.sha256 });
  expect([books.all(), lines]).toEqual([[SEALED], [SEALED]]);
});

it('is the same after it was read again', async () => {
  const first = bench();
  await first.books.keep(REJECTED);
  await first.books.keep(SEALED);
  const { books } = bench([...first.lines]);
  expect(books.all()).toEqual([REJECTED, SEALED]);
  expect(books.isInvalidated('00', 'A')).toBe(true);
});

it('reads only entries that it could have written', () => {
  const bad = [
    null,
    {},
    { ...SEALED, type: 'contingencia' },
    { ...SEALED, state: 'stamped' },
    { ...SEALED, verdict: {} },
    { ...SEALED, facts: {} },
    { ...SEALED, nit: 5 },
  ];
  expect(bench(bad).books.all()).toEqual([]);
  expect(bench([{ ...SEALED, facts: null }]).books.all()).toHaveLength(1);
});
