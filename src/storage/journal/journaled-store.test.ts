import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from '../../../test/support/answers.ts';
import { claimRequest, heldOf, sharedBench } from '../../../test/support/storage-bench.ts';
import type { DocumentStore, HeldDocument, NewAttempt } from '../../operations/documents/ports.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import type { Journal } from './journal.ts';
import { journaled } from './journaled-store.ts';
import { JournalUnwritable } from './room.ts';

const CLOCK = { now: Date.now, monotonic: () => performance.now() };
const LEASE_MS = 20_000;
const bench = sharedBench('PostgreSQL 18');

/** A journal whose writes end when they are told to, beside the real store. */
function heldUp() {
  const written = Promise.withResolvers<void>();
  const lines: string[] = [];
  const journal: Journal = {
    note: () => undefined,
    write({ entry }) {
      lines.push(entry.kind);
      return written.promise;
    },
    check: async () => undefined,
    isWritable: async () => true,
    close: async () => undefined,
  };
  return { journal, written, lines };
}

const attemptOf = ({ record, attempts }: HeldDocument): NewAttempt => ({
  number: (attempts.at(-1)?.number ?? 0) + 1,
  codigoGeneracion: record.codigoGeneracion,
  payloadHash: record.payloadHash,
  jws: 'a.b.c',
  contingencia: null,
});

/** Everything after which bytes leave or a caller is told: by its name, with what has to be there before. */
const STEPS: readonly (readonly [
  string,
  sent: boolean,
  (store: DocumentStore, held: HeldDocument) => Promise<unknown>,
])[] = [
  ['recordAttempt', false, (store, held) => store.recordAttempt(held.lease, attemptOf(held), LEASE_MS)],
  ['keepUnsent', false, (store, held) => store.keepUnsent(held.lease, attemptOf(held))],
  ['recordResend', true, (store, { lease }) => store.recordResend(lease, 1, LEASE_MS)],
  [
    'settle of a stamp',
    true,
    (store, { lease }) =>
      store.settle(lease, { kind: 'stamped', attempt: 1, stamp: STAMP, raw: STAMPED_RAW }),
  ],
  [
    'settle of a rejection',
    true,
    (store, { lease }) =>
      store.settle(lease, { kind: 'rejected', attempt: 1, rejection: REJECTION, raw: REJECTED_RAW }),
  ],
];

async function held(sent: boolean) {
  const plain = createDocumentStore(bench.pool, CLOCK);
  const document = heldOf(await plain.claim(claimRequest(await bench.addCompany(), { leaseMs: LEASE_MS })));
  if (sent) await plain.recordAttempt(document.lease, attemptOf(document), LEASE_MS);
  return { plain, document };
}

describe('a journaled store', () => {
  it.each(STEPS)('%s is not over before its line is written', async (_, sent, step) => {
    const { plain, document } = await held(sent);
    const { journal, written, lines } = heldUp();
    let isOver = false;
    const kept = Promise.withResolvers<void>();
    const watch =
      <Given extends readonly unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
      (...given: Given) =>
        work(...given).finally(kept.resolve);
    const watched = {
      ...plain,
      recordAttempt: watch(plain.recordAttempt),
      keepUnsent: watch(plain.keepUnsent),
      recordResend: watch(plain.recordResend),
      settle: watch(plain.settle),
    };
    const stepping = step(journaled(watched, journal, CLOCK), document).then(() => {
      isOver = true;
    });
    await kept.promise;
    await turn();
    await turn();
    expect([isOver, lines.length]).toEqual([false, 1]);
    written.resolve();
    await stepping;
    expect(isOver).toBe(true);
  });

  it('gives no number while its journal cannot be written', async () => {
    const companyId = await bench.addCompany();
    const { journal } = heldUp();
    const full = { ...journal, check: () => Promise.reject(new JournalUnwritable('full')) };
    const store = journaled(createDocumentStore(bench.pool, CLOCK), full, CLOCK);
    await expect(store.claim(claimRequest(companyId))).rejects.toThrow(JournalUnwritable);
    expect(await bench.asSuperuser('SELECT 1 FROM documents WHERE company_id = $1', [companyId])).toEqual([]);
  });

  it('lets a document go whose line could not be written', async () => {
    const plain = createDocumentStore(bench.pool, CLOCK);
    const request = claimRequest(await bench.addCompany(), { leaseMs: LEASE_MS });
    const document = heldOf(await plain.claim(request));
    const { journal } = heldUp();
    const full = { ...journal, write: () => Promise.reject(new JournalUnwritable('full')) };
    const store = journaled(plain, full, CLOCK);
    await expect(store.recordAttempt(document.lease, attemptOf(document), LEASE_MS)).rejects.toThrow('full');
    await expect.poll(() => plain.claim(request)).toMatchObject({ kind: 'held' });
  });
});
