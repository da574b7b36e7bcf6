import { expect, it } from 'vitest';
import { createInvalidationsMemory, type Invalidations, type JudgedInvalidation } from './invalidations.ts';

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

/** Books on a file of lines that a test can replay. */
function bench(lines: unknown[] = []): { readonly books: Invalidations; readonly lines: unknown[] } {
  const memory = createInvalidationsMemory();
  for (const line of lines) memory.replay(JSON.parse(JSON.stringify(line)));
  const append = (entry: unknown) => {
    lines.push(entry);
    return { at: 0, length: 0, durable: Promise.resolve() };
  };
  const unused = () => Promise.resolve();
  return { books: memory.openOn({ append, flushed: unused, read: unused, close: unused }), lines };
}

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
