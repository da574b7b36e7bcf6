import { connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STAMP, STAMPED_RAW } from '../../test/support/answers.ts';
import { describeOnDatabases } from '../../test/support/database.ts';
import {
  claimRequest,
  correlativeOf,
  heldOf,
  openStorageBench,
  present,
  type StorageBench,
  upTo,
} from '../../test/support/storage-bench.ts';
import type { DocumentStore, HeldDocument } from '../operations/ports.ts';
import { createDocumentStore } from './document-store.ts';
import { createPool } from './pool.ts';

const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };

/** The statement as it stands on the wire; BEGIN has the word in it too. */
const COMMIT = 'COMMIT\0';

/** Stands between a node and the database, and cuts the line once after a COMMIT has gone through. */
interface CuttingProxy {
  readonly url: string;
  /** The COMMIT is carried out, or kept from the server. */
  cutNextCommit(arrives: boolean): void;
  close(): void;
}

async function openProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  let armed: { readonly arrives: boolean } | null = null;
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
    far.pipe(near);
    near.on('data', (chunk) => {
      const cut = chunk.includes(COMMIT) ? armed : null;
      if (cut?.arrives !== false) far.write(chunk);
      if (cut === null) return;
      armed = null;
      far.unpipe(near);
      near.destroy();
      setTimeout(() => far.destroy(), 100);
    });
    near.on('close', () => setTimeout(() => far.destroy(), 200));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  return {
    url: url.href,
    cutNextCommit(arrives) {
      armed = { arrives };
    },
    close: () => server.close(),
  };
}

describeOnDatabases('the document store', (name) => {
  let bench: StorageBench;
  let companyId: string;
  let store: DocumentStore;
  beforeAll(async () => {
    bench = await openStorageBench(name);
    store = createDocumentStore(bench.pool, CLOCK);
  });
  afterAll(() => bench.drop());
  beforeEach(async () => {
    companyId = await bench.addCompany();
  });

  const hold = async (externalRef: string) =>
    heldOf(await store.claim(claimRequest(companyId, { externalRef, leaseMs: 0 })));
  const send = async ({ record, lease, wantedHash, attempts }: HeldDocument, jws: string) =>
    present(
      await store.recordAttempt(
        lease,
        {
          number: (attempts.at(-1)?.number ?? 0) + 1,
          codigoGeneracion: record.codigoGeneracion,
          payloadHash: wantedHash,
          jws,
          contingencia: null,
        },
        0,
      ),
    );

  describe('when the connection is cut during COMMIT', () => {
    const cases = [
      ['carried out', true],
      ['lost', false],
    ] as const;

    it.each(cases)('claims once and holds at once: COMMIT %s', async (_title, arrives) => {
      const proxy = await openProxy(bench.url);
      const pool = createPool('sello_service', {
        databaseUrl: proxy.url,
        connections: 4,
        onIdleError: () => undefined,
      });
      try {
        const node = createDocumentStore(pool, CLOCK);
        await node.claim(claimRequest(companyId));
        for (const round of upTo(3)) {
          // In the first round the five share the transaction that is cut; in the others one has it to itself.
          if (round > 1) await new Promise(setImmediate);
          proxy.cutNextCommit(arrives);
          const claims = await Promise.all(upTo(5).map(() => node.claim(claimRequest(companyId))));
          expect(claims.map(({ kind }) => kind)).toEqual(Array(5).fill('held'));
          const numbers = claims.map((claim) => correlativeOf(heldOf(claim).record));
          expect(new Set(numbers)).toEqual(new Set(upTo(5).map((one) => 1 + (round - 1) * 5 + one)));
        }
        const [count] = await bench.asSuperuser('SELECT count(*)::int FROM documents WHERE company_id = $1', [
          companyId,
        ]);
        expect(count).toEqual({ count: 16 });
      } finally {
        await pool.end();
        proxy.close();
      }
    });

    it('a verdict is known to the next look, whatever the node heard', async () => {
      const proxy = await openProxy(bench.url);
      const pool = createPool('sello_service', {
        databaseUrl: proxy.url,
        connections: 2,
        onIdleError: () => undefined,
      });
      try {
        const node = createDocumentStore(pool, CLOCK);
        const sent = await send(await hold('a'), 'one');
        proxy.cutNextCommit(true);
        const settling = node.settle(sent.lease, {
          kind: 'stamped',
          attempt: 1,
          stamp: STAMP,
          raw: STAMPED_RAW,
        });
        await expect(settling).rejects.toThrow('COMMIT was not confirmed');
        expect((await store.claim(claimRequest(companyId, { externalRef: 'a' }))).kind).toBe('stamped');
      } finally {
        await pool.end();
        proxy.close();
      }
    });
  });
});
