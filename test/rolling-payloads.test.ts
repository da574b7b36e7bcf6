// Two versions of a node over one database: what one has sent without an answer, the other goes on with.
import { beforeEach, describe, expect, it } from 'vitest';
import { type CreditNoteContext, issueCreditNote } from '../src/operations/credit-notes/issue-credit-note.ts';
import type { DocumentStore } from '../src/operations/documents/ports.ts';
import { exampleCompany } from './support/example-company.ts';
import { exampleLine, exampleOrder } from './support/example-order.ts';
import { exampleContribuyente } from './support/example-parties.ts';
import { refOf } from './support/identifiers.ts';
import {
  ABSENT,
  type IssuingBench,
  openIssuingBench,
  orderAt,
  REJECTED,
  SILENT,
  STAMPED,
} from './support/issuing-bench.ts';
import { present, sharedBench } from './support/storage-bench.ts';

const SALE = orderAt(1.13);
const OTHER = orderAt(2.26);

/** A version from before there was a canonical form: it knows its own alone. */
function earlier(store: DocumentStore): DocumentStore {
  return {
    ...store,
    claim(request) {
      const { formerPayload, ...prepared } = request.prepared;
      return store.claim({ ...request, prepared: { ...prepared, payload: present(formerPayload) } });
    },
  };
}

let bench: IssuingBench;
const storage = sharedBench('PostgreSQL 18');
beforeEach(async () => {
  bench = await openIssuingBench(storage);
});

const sentBytes = () => new Set(bench.authority.sent.map(({ jws }) => jws)).size;
const byEarlier = (order = SALE) => bench.issued({ order, context: { store: earlier(bench.store) } });
const fallSilent = () => bench.authority.answer({ submit: [SILENT], consult: [SILENT] });

describe('a sale in flight', () => {
  it('that an earlier version sent goes on with its bytes after an honest retry', async () => {
    fallSilent();
    const { record } = await byEarlier();
    bench.authority.answer({ consult: [ABSENT], submit: [STAMPED] });
    const again = await bench.issued({ order: SALE });
    expect(again.record).toMatchObject({
      state: 'stamped',
      hasWanted: false,
      numeroControl: record.numeroControl,
    });
    expect([again.isDuplicate, sentBytes()]).toEqual([false, 1]);
  });

  it('that an earlier version sent waits with data that did change', async () => {
    fallSilent();
    await byEarlier();
    bench.authority.answer({ consult: [ABSENT] });
    expect((await bench.issued({ order: OTHER })).record).toMatchObject({ hasWanted: true });
    bench.authority.answer({ consult: [ABSENT], submit: [STAMPED] });
    expect((await bench.issued({ order: SALE })).record).toMatchObject({
      state: 'stamped',
      hasWanted: false,
    });
    expect(sentBytes()).toBe(1);
  });

  it('that this version sent goes on with its bytes, whatever an earlier one took a retry for', async () => {
    fallSilent();
    await bench.issued({ order: SALE });
    bench.authority.answer({ consult: [ABSENT] });
    expect((await byEarlier()).record.state).toBe('contingency');
    bench.authority.answer({ consult: [ABSENT], submit: [STAMPED] });
    expect((await bench.issued({ order: SALE })).record).toMatchObject({
      state: 'stamped',
      hasWanted: false,
    });
    expect(sentBytes()).toBe(1);
  });

  it('that an earlier version got rejected is sent again once, under its number', async () => {
    bench.authority.answer({ submit: [REJECTED] });
    const { record } = await byEarlier();
    bench.authority.answer({ submit: [STAMPED] });
    expect((await bench.issued({ order: SALE })).record).toMatchObject({
      state: 'stamped',
      numeroControl: record.numeroControl,
    });
  });
});

it('a note in flight that an earlier version sent goes on with its bytes', async () => {
  const lines = [exampleLine({ quantity: 10 })];
  const ccf = exampleOrder({ tipoDte: '03', customer: exampleContribuyente(), lines });
  bench.authority.answer({ submit: [STAMPED] });
  await bench.issued({ externalRef: 'ccf', order: ccf });
  const context: CreditNoteContext = {
    ...bench.context,
    payloadOf: (jws) => jws.replace(/^signature \d+ of /, ''),
  };
  const { companyId } = bench;
  const issuer = { companyId, company: exampleCompany({ slug: `c-${companyId.slice(0, 13)}` }) };
  const note = { mode: 'lines', lines: [exampleLine({ quantity: 2 })], observations: null } as const;
  const give = (store: DocumentStore) =>
    issueCreditNote({ ...context, store }, { issuer, externalRef: refOf('nota'), ccf: 'ccf', ...note });
  fallSilent();
  await give(earlier(bench.store));
  bench.authority.answer({ consult: [ABSENT], submit: [STAMPED] });
  const again = await give(bench.store);
  expect(again).toMatchObject({ kind: 'issued', record: { state: 'stamped', hasWanted: false } });
  expect(sentBytes()).toBe(2);
});
