import { connect, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REJECTED_RAW, REJECTION, STAMP, STAMPED_RAW } from '../../../test/support/answers.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { refOf } from '../../../test/support/identifiers.ts';
import { anew, shared } from '../../../test/support/shared.ts';
import {
  claimRequest,
  correlativeOf,
  heldOf,
  present,
  sharedBench,
  upTo,
} from '../../../test/support/storage-bench.ts';
import { withAttempt } from '../../../test/support/with-attempt.ts';
import type { DocumentStore, HeldDocument, Verdict } from '../../operations/documents/ports.ts';
import { createPool, type Pool } from '../connection/pool.ts';
import { UnansweredCommit } from '../connection/transaction.ts';
import { UNWATCHED } from '../log/log-watch.ts';
import { claimLocked } from './claim.ts';
import { createDocumentStore } from './document-store.ts';

const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };
const NODE = { clock: CLOCK, watch: UNWATCHED };

/** Which of the statements of a name is cut, and whether it reaches the server. */
interface Cut {
  readonly statement: string;
  readonly arrives: boolean;
  /** So many of the same name go through before it. */
  readonly skip?: number;
}

/** Stands between a node and the database, and cuts the line once when a statement has gone through. */
interface CuttingProxy {
  readonly url: string;
  /** The statement is carried out, or kept from the server; no answer comes. */
  cutNext(cut: Cut): void;
  close(): void;
}

async function openProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  let armed: Required<Cut> | null = null;
  /** Names of prepared statements and texts of others end so on the wire; BEGIN has COMMIT in it too. */
  const cutOf = (chunk: Buffer): Required<Cut> | null => {
    if (armed === null || !chunk.includes(`${armed.statement}\0`)) return null;
    const cut = armed;
    armed = cut.skip === 0 ? null : { ...cut, skip: cut.skip - 1 };
    return cut.skip === 0 ? cut : null;
  };
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
    far.pipe(near);
    near.on('data', (chunk: Buffer) => {
      const cut = cutOf(chunk);
      if (cut?.arrives !== false) far.write(chunk);
      if (cut === null) return;
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
    cutNext(cut) {
      armed = { skip: 0, ...cut };
    },
    close: () => server.close(),
  };
}

describeOnDatabases('the document store', (name) => {
  let companyId: string;
  const bench = sharedBench(name);
  const store = shared(() => createDocumentStore(bench.pool, CLOCK));
  beforeEach(async () => {
    companyId = await bench.addCompany();
  });

  const hold = async (externalRef: string) =>
    heldOf(await store.claim(claimRequest(companyId, { externalRef: refOf(externalRef), leaseMs: 0 })));
  const next = ({ record, wantedHash, attempts }: HeldDocument, jws: string) => ({
    number: (attempts.at(-1)?.number ?? 0) + 1,
    codigoGeneracion: record.codigoGeneracion,
    payloadHash: wantedHash,
    jws,
    contingencia: null,
  });
  const send = async (document: HeldDocument, jws: string) =>
    withAttempt(document, present(await store.recordAttempt(document.lease, next(document, jws), 0)));
  const attemptsOf = () =>
    bench.asSuperuser`SELECT jws, attempt, outcome, sends FROM attempts
      WHERE company_id = ${companyId} ORDER BY jws`;
  const stamped: Verdict = { kind: 'stamped', attempt: 1, stamp: STAMP, raw: STAMPED_RAW };
  const rejected = { kind: 'rejected', attempt: 1, rejection: REJECTION, raw: REJECTED_RAW } as const;
  const stateOf = async (externalRef: string) => present(await store.find(companyId, externalRef)).state;

  describe('when the connection is cut before the answer', () => {
    let pool: Pool;
    let node: DocumentStore;
    const proxy = anew(() => openProxy(bench.url));
    beforeEach(() => {
      const onIdleError = () => undefined;
      pool = createPool('sello_service', { databaseUrl: proxy.url, connections: 4, onIdleError });
      node = createDocumentStore(pool, CLOCK);
    });
    afterEach(async () => {
      await pool.end();
      proxy.close();
    });
    const cases = [
      ['carried out', true],
      ['lost', false],
    ] as const;

    describe.each(cases)('to a call that is %s', (_title, arrives) => {
      it('claims once and holds at once', async () => {
        await node.claim(claimRequest(companyId));
        for (const round of upTo(4)) {
          // The first of the five has its statement to itself, the others share one: the cut meets either.
          proxy.cutNext({ statement: 'claim_documents', arrives, skip: round % 2 });
          const claims = await Promise.all(upTo(5).map(() => node.claim(claimRequest(companyId))));
          expect(claims.map(({ kind }) => kind)).toEqual(Array(5).fill('held'));
          const numbers = claims.map((claim) => correlativeOf(heldOf(claim).record));
          expect(new Set(numbers)).toEqual(new Set(upTo(5).map((one) => 1 + (round - 1) * 5 + one)));
        }
        const [count] = await bench.asSuperuser`SELECT count(*)::int FROM documents
          WHERE company_id = ${companyId}`;
        expect(count).toEqual({ count: 21 });
      });

      it('claims once under locks, whatever became of the COMMIT', async () => {
        for (const turn of upTo(3)) {
          proxy.cutNext({ statement: 'COMMIT', arrives });
          const claim = await claimLocked(pool, claimRequest(companyId), NODE);
          expect(correlativeOf(heldOf(claim).record)).toBe(turn);
        }
      });

      it('leaves bytes on record, or none, and says that nobody knows', async () => {
        const held = await hold('a');
        proxy.cutNext({ statement: 'record_attempts', arrives });
        const recording = node.recordAttempt(held.lease, next(held, 'one'), 20_000);
        await expect(recording).rejects.toBeInstanceOf(UnansweredCommit);
        await expect.poll(() => stateOf('a')).toBe(arrives ? 'in_flight' : 'claimed');
        await bench.asSuperuser`UPDATE documents SET lease_until = now() WHERE company_id = ${companyId}`;
        const again = await hold('a');
        expect(again.attempts).toMatchObject(arrives ? [{ jws: 'one', outcome: 'unknown' }] : []);
      });

      it('makes a verdict known to the next look, whatever answer the node got', async () => {
        const sent = await send(await hold('a'), 'one');
        proxy.cutNext({ statement: 'settle_documents', arrives });
        await expect(node.settle(sent.lease, stamped)).rejects.toThrow('the call was not answered');
        await expect.poll(() => stateOf('a')).toBe(arrives ? 'stamped' : 'in_flight');
        const claim = await store.claim(claimRequest(companyId, { externalRef: refOf('a') }));
        expect(claim.kind).toBe(arrives ? 'stamped' : 'held');
      });

      it('records every document’s bytes of a shared statement once, for the one who is to send them', async () => {
        const references = ['a', 'b', 'c', 'd'];
        const held = await Promise.all(references.map(hold));
        proxy.cutNext({ statement: 'record_attempts', arrives, skip: 1 });
        const recorded = await Promise.all(
          held.map((document) =>
            node.recordAttempt(document.lease, next(document, document.record.externalRef), 20_000),
          ),
        );
        expect(recorded).toMatchObject(
          references.map((jws) => ({ jws, number: 1, outcome: 'unknown', sends: 1 })),
        );
        expect(await attemptsOf()).toEqual(
          references.map((jws) => ({ jws, attempt: 1, outcome: 'unknown', sends: 1 })),
        );
        // Whoever records them once more did not ask before, and may not send them.
        for (const document of held) {
          const again = node.recordAttempt(
            document.lease,
            next(document, document.record.externalRef),
            20_000,
          );
          await expect(again).rejects.toThrow(/duplicate key/);
        }
      });

      it('keeps every verdict of a shared statement once', async () => {
        const references = ['a', 'b', 'c', 'd'];
        const sent = await Promise.all(references.map(async (one) => send(await hold(one), 'one')));
        proxy.cutNext({ statement: 'settle_documents', arrives, skip: 1 });
        const settled = await Promise.all(sent.map(({ lease }) => node.settle(lease, rejected)));
        // What was carried out without an answer is nobody's any more when it is tried alone.
        const told = settled.map((one) => one?.fields.state ?? 'nothing');
        expect(told).toEqual(
          arrives
            ? ['rejected', ...Array(3).fill(expect.stringMatching(/^(?:rejected|nothing)$/))]
            : Array(4).fill('rejected'),
        );
        expect(await Promise.all(references.map(stateOf))).toEqual(Array(4).fill('rejected'));
        const events = await bench.asSuperuser`SELECT kind FROM audit_events WHERE company_id = ${companyId}`;
        expect(events).toEqual(Array(4).fill({ kind: 'rejected' }));
      });
    });
  });

  describe('whose documents of several companies share their statements', () => {
    /** So many held documents of each of three companies, in turns. */
    const holdMany = async (count: number) => {
      const companies = await Promise.all(upTo(3).map(() => bench.addCompany()));
      const requests = upTo(count).flatMap((turn) =>
        companies.map((company) =>
          claimRequest(company, {
            externalRef: refOf(`ref-${turn}`),
            leaseMs: 0,
            prepared: { payload: `${turn}` },
          }),
        ),
      );
      const claims = await Promise.all(requests.map((request) => store.claim(request)));
      for (const [place, claim] of claims.entries())
        expect(heldOf(claim).record.documentId).toBe(requests[place]?.documentId);
      return claims.map(heldOf);
    };
    const overtake = async ({ record }: HeldDocument) =>
      store.claim(claimRequest(record.companyId, { externalRef: record.externalRef, leaseMs: 0 }));
    const found = ({ record }: HeldDocument) => store.find(record.companyId, record.documentId);

    it('gives each its own number, bytes and verdict, and nothing to those who lost their lease', async () => {
      const held = await holdMany(8);
      const stale = new Set(held.filter((_, place) => place % 5 === 4));
      for (const document of stale) await overtake(document);
      const attempts = await Promise.all(
        held.map((document, place) => store.recordAttempt(document.lease, next(document, `jws ${place}`), 0)),
      );
      expect(attempts.map((attempt) => attempt?.jws ?? null)).toEqual(
        held.map((document, place) => (stale.has(document) ? null : `jws ${place}`)),
      );
      const verdicts: readonly Verdict[] = [
        stamped,
        rejected,
        { kind: 'silence', reason: 'none', retryMs: 0 },
      ];
      const verdictFor = (place: number) => present(verdicts[place % verdicts.length]);
      const settled = await Promise.all(
        held.map(({ lease }, place) => store.settle(lease, verdictFor(place))),
      );
      for (const [place, document] of held.entries()) {
        const kept = present(await found(document));
        if (stale.has(document)) expect([settled[place], kept.state]).toEqual([null, 'claimed']);
        else {
          expect(kept).toEqual({ ...document.record, ...settled[place]?.fields });
          const state = {
            stamped: 'stamped',
            rejected: 'rejected',
            doubted: 'rejected',
            silence: 'contingency',
          };
          expect(kept.state).toBe(state[verdictFor(place).kind]);
          const signed = await store.signedBytes(kept.companyId, kept.documentId);
          expect(signed?.jws).toBe(`jws ${place}`);
        }
      }
    });

    it('fails the one that is wrong, and not its neighbours', async () => {
      const held = await holdMany(4);
      const wrong = new Set([held[2], held[7]]);
      for (const document of held) if (wrong.has(document)) await send(document, 'already there');
      const recorded = await Promise.allSettled(
        held.map((document) => store.recordAttempt(document.lease, next(document, 'jws'), 0)),
      );
      expect(recorded.map(({ status }) => status)).toEqual(
        held.map((document) => (wrong.has(document) ? 'rejected' : 'fulfilled')),
      );
      const settled = await Promise.allSettled(
        held.map((document) =>
          store.settle(document.lease, wrong.has(document) ? { ...rejected, attempt: 7 } : rejected),
        ),
      );
      expect(settled.map(({ status }) => status)).toEqual(
        held.map((document) => (wrong.has(document) ? 'rejected' : 'fulfilled')),
      );
      const states = await Promise.all(held.map(async (document) => present(await found(document)).state));
      expect(states).toEqual(held.map((document) => (wrong.has(document) ? 'in_flight' : 'rejected')));
    });
  });

  it('records bytes that are large, and small ones beside them', async () => {
    const references = upTo(12).map((turn) => `ref-${turn}`);
    const held = await Promise.all(references.map(hold));
    const jwsOf = (turn: number) => 'ñ'.repeat(turn % 3 === 0 ? 200_000 : 20) + turn;
    await Promise.all(held.map((document, turn) => send(document, jwsOf(turn))));
    for (const [turn, { record }] of held.entries())
      expect((await store.signedBytes(companyId, record.documentId))?.jws === jwsOf(turn)).toBe(true);
  });

  it('gives large drafts numbers of the same series as small ones', async () => {
    const draftOf = (turn: number) => JSON.stringify({ text: 'x'.repeat(turn % 3 === 0 ? 100_000 : 10) });
    const claims = await Promise.all(
      upTo(30).map((turn) => store.claim(claimRequest(companyId, { prepared: { draft: draftOf(turn) } }))),
    );
    expect(claims.map((claim, index) => heldOf(claim).draft === draftOf(index + 1))).toEqual(
      Array(30).fill(true),
    );
    const numbers = claims.map((claim) => correlativeOf(heldOf(claim).record));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(upTo(30));
  });
});
