import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CCF_AMOUNTS, noteRequest, stampedCcf } from '../../test/support/note-bench.ts';
import { claimRequest, openStorageBench, type StorageBench, upTo } from '../../test/support/storage-bench.ts';
import type { Claim, DocumentRecord, DocumentStore } from '../operations/ports.ts';
import { claimDocuments, type StoreClock } from './claim.ts';
import { createDocumentStore } from './document-store.ts';
import { inCompany } from './transaction.ts';

const CLOCK: StoreClock = { now: () => Date.now(), monotonic: () => performance.now() };

function count(claims: readonly Claim[], kind: Claim['kind']): number {
  return claims.filter((claim) => claim.kind === kind).length;
}

describe('notes on one CCF', () => {
  let bench: StorageBench;
  /** Two nodes, each with connections of its own. */
  let nodes: readonly [DocumentStore, DocumentStore];
  let ccf: DocumentRecord;
  beforeAll(async () => {
    bench = await openStorageBench('PostgreSQL 18');
    nodes = [createDocumentStore(bench.pool, CLOCK), createDocumentStore(bench.anotherPool(), CLOCK)];
  });
  afterAll(() => bench.drop());
  beforeEach(async () => {
    ccf = await stampedCcf(nodes[0], await bench.addCompany(), 'm');
  });

  const at = (turn: number) => nodes[turn % 2 === 0 ? 0 : 1];

  it('never take more than it sold, however many come at once at two nodes', async () => {
    const claims = await Promise.all(
      upTo(100).map((turn) => at(turn).claim(noteRequest(ccf, { gross: '33.90' }))),
    );
    expect([count(claims, 'held'), count(claims, 'not_adjustable')]).toEqual([3, 97]);
    expect(
      await bench.asSuperuser('SELECT last_number::int FROM series WHERE company_id = $1', [ccf.companyId]),
    ).toEqual([{ last_number: 4 }]);
  });

  it.each(['a-before-its-ccf', 'z-behind-its-ccf'])(
    'are one where they have one reference, and none of them is refused (%s)',
    async (externalRef) => {
      const request = () => noteRequest(ccf, { externalRef, gross: '113.00', mode: 'full' });
      const claims = await Promise.all(upTo(60).map((turn) => at(turn).claim(request())));
      expect([count(claims, 'held'), count(claims, 'busy')]).toEqual([1, 59]);
    },
  );

  it('see a note that was registered while they waited for the lock', async () => {
    const request = noteRequest(ccf, { externalRef: 'nota', gross: '113.00' });
    const { companyId } = ccf;
    let waiting: Promise<Claim> | null = null;
    await inCompany(bench.pool, companyId, async (client) => {
      await claimDocuments(client, { companyId, requests: [request] }, CLOCK);
      waiting = nodes[1].claim(noteRequest(ccf, { externalRef: 'nota', gross: '113.00' }));
      await lockIsWaitedFor();
    });
    expect(await waiting).toMatchObject({ kind: 'busy' });
  });

  it('wait for nobody who waits for them', async () => {
    const other = await stampedCcf(nodes[0], ccf.companyId, 'n');
    const { companyId } = ccf;
    const seen = () =>
      bench.asSuperuser('SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()');
    const before = await seen();
    const another = bench.anotherPool();
    const batch = (turn: number) => {
      const [mine, theirs] = turn % 2 === 0 ? [ccf, other] : [other, ccf];
      const again = claimRequest(companyId, {
        externalRef: theirs.externalRef,
        prepared: { tipoDte: '03' },
      });
      const requests = [noteRequest(mine, { externalRef: `nota-${turn}`, gross: '1.13' }), again];
      const pool = turn % 2 === 0 ? bench.pool : another;
      return inCompany(pool, companyId, (client) => claimDocuments(client, { companyId, requests }, CLOCK));
    };
    const claims = (await Promise.all(upTo(60).map(batch))).flat();
    expect([count(claims, 'held'), count(claims, 'stamped')]).toEqual([60, 60]);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await seen()).toEqual(before);
  });

  it('are claimed only under the lock of the CCF itself', async () => {
    const { companyId } = ccf;
    const adjusts = {
      ...CCF_AMOUNTS,
      ccfId: crypto.randomUUID(),
      ccfRef: 'm',
      mode: 'full',
      ccf: CCF_AMOUNTS,
    } as const;
    await expect(
      nodes[0].claim(claimRequest(companyId, { prepared: { tipoDte: '05', adjusts } })),
    ).rejects.toThrow('is not locked');
  });

  /** Until a session of this database waits for a row. */
  async function lockIsWaitedFor(): Promise<void> {
    for (;;) {
      const rows = await bench.asSuperuser(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      if (rows.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
});
