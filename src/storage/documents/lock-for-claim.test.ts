import { beforeAll, describe, expect, it } from 'vitest';
import { idOf, refOf } from '../../../test/support/identifiers.ts';
import { CCF_AMOUNTS, noteRequest, stampedCcf } from '../../../test/support/note-bench.ts';
import { anew } from '../../../test/support/shared.ts';
import { claimRequest, sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import type { Claim, ClaimRequest, DocumentStore } from '../../operations/documents/ports.ts';
import { inCompany } from '../connection/transaction.ts';
import { UNWATCHED } from '../log/log-watch.ts';
import { claimLocked } from './claim.ts';
import { createDocumentStore } from './document-store.ts';
import { lockForClaim } from './lock-for-claim.ts';
import type { StoreClock } from './numbering.ts';
import { numberWithin } from './numbering.ts';

const CLOCK: StoreClock = { now: () => Date.now(), monotonic: () => performance.now() };
const NODE = { clock: CLOCK, watch: UNWATCHED };

function count(claims: readonly Claim[], kind: Claim['kind']): number {
  return claims.filter((claim) => claim.kind === kind).length;
}

describe('notes on one CCF', () => {
  /** Two nodes, each with connections of its own. */
  let nodes: readonly [DocumentStore, DocumentStore];
  const bench = sharedBench('PostgreSQL 18');
  beforeAll(() => {
    nodes = [createDocumentStore(bench.pool, CLOCK), createDocumentStore(bench.anotherPool(), CLOCK)];
  });
  const ccf = anew(async () => stampedCcf(nodes[0], await bench.addCompany(), 'm'));

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
      const request = () =>
        noteRequest(ccf, { externalRef: refOf(externalRef), gross: '113.00', mode: 'full' });
      const claims = await Promise.all(upTo(60).map((turn) => at(turn).claim(request())));
      expect([count(claims, 'held'), count(claims, 'busy')]).toEqual([1, 59]);
    },
  );

  it.each([
    ['the store', (request: ClaimRequest) => nodes[1].claim(request)],
    ['a claim under locks', (request: ClaimRequest) => claimLocked(bench.pool, request, NODE)],
  ])('see a note that was registered while %s waited for the lock', async (_whose, claim) => {
    const request = () => noteRequest(ccf, { externalRef: refOf('nota'), gross: '113.00' });
    let waiting: Promise<Claim> | null = null;
    await inCompany(bench.pool, ccf.companyId, async (client) => {
      expect(await lockForClaim(client, request())).toBeNull();
      await numberWithin(client, request(), NODE);
      waiting = claim(request());
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
    const pools = [bench.pool, bench.anotherPool()];
    const underLocks = (turn: number, request: ClaimRequest) =>
      claimLocked(pools[turn % 2] ?? bench.pool, request, NODE);
    /** A note before or behind its CCF in the order of references, from both nodes, and the other CCF again. */
    const crowd = (turn: number) => {
      const [mine, theirs] = turn % 2 === 0 ? [ccf, other] : [other, ccf];
      const externalRef = refOf(`${turn % 4 < 2 ? 'a' : 'z'}-nota-${turn}`);
      const note = () => ({ ...noteRequest(mine, { externalRef, gross: '1.13' }), leaseMs: 0 });
      const again = claimRequest(companyId, {
        externalRef: theirs.externalRef,
        prepared: { tipoDte: '03' },
      });
      return [
        at(turn).claim(note()),
        underLocks(turn + 1, note()),
        underLocks(turn, note()),
        underLocks(turn, again),
      ];
    };
    const claims = await Promise.all(upTo(60).flatMap(crowd));
    expect([count(claims, 'held'), count(claims, 'stamped')]).toEqual([180, 60]);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await seen()).toEqual(before);
  });

  it('are claimed only under the lock of the CCF itself', async () => {
    const { companyId } = ccf;
    const adjusts = {
      ...CCF_AMOUNTS,
      ccfId: idOf(crypto.randomUUID()),
      ccfRef: refOf('m'),
      seen: null,
      mode: 'full',
      ccf: CCF_AMOUNTS,
    } as const;
    const request = () => claimRequest(companyId, { prepared: { tipoDte: '05', adjusts } });
    await expect(claimLocked(bench.pool, request(), NODE)).rejects.toThrow('is not locked');
    await expect(nodes[0].claim(request())).rejects.toThrow();
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
