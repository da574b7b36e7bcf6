import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { claimRequest, heldOf, sharedBench, withClients } from '../../../test/support/storage-bench.ts';
import type { HeldDocument } from '../../operations/documents/ports.ts';
import type { Client } from '../connection/pool.ts';
import { createDocumentStore } from './document-store.ts';
import { createWorkStore } from './work-store.ts';

const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };
const SLOW_MS = 300;

/** Lets every statement that reads attempts wait on its way, as before a busy database. */
function slowDown(client: Client): void {
  const query: unknown = client.query.bind(client);
  if (typeof query !== 'function') throw new TypeError('a client has no statements');
  Object.assign(client, {
    async query(...statement: readonly unknown[]) {
      const [first] = statement;
      const isSlow = JSON.stringify(first ?? '').includes('sent_ago_ms');
      if (isSlow) await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return query(...statement);
    },
  });
}

describeOnDatabases('the age of bytes that were sent', (name) => {
  const bench = sharedBench(name);

  it('is never more than it is, however slow the statement that reads it', async () => {
    const companyId = await bench.addCompany();
    const store = createDocumentStore(withClients(bench.anotherPool(), slowDown), CLOCK);
    const work = createWorkStore(withClients(bench.anotherPool(), slowDown), CLOCK);
    const request = claimRequest(companyId, { leaseMs: 1 });
    const fresh = heldOf(await store.claim(request));
    const { codigoGeneracion, payloadHash, documentId } = fresh.record;
    const attempt = { number: 1, codigoGeneracion, payloadHash, jws: 'a.b.c', contingencia: null };
    const sentMs = performance.now();
    const recorded = await store.recordAttempt(fresh.lease, attempt, 1);
    const since = (held: HeldDocument | null) => held?.attempts.at(-1)?.lastSentMs;
    expect(recorded?.lastSentMs).toBeGreaterThanOrEqual(sentMs);
    const claimed = heldOf(await store.claim({ ...request, leaseMs: 1 }));
    expect(since(claimed)).toBeGreaterThanOrEqual(sentMs);
    const taken = await work.take({ companyId, documentId, leaseMs: 10_000, mostTakings: 9, early: true });
    if (taken.kind !== 'held') throw new Error('the document is not held');
    expect(since(taken.held)).toBeGreaterThanOrEqual(sentMs);
    const resentMs = performance.now();
    const resent = await store.recordResend(taken.held.lease, 1, 10_000);
    expect(since(resent)).toBeGreaterThanOrEqual(resentMs);
  });
});
