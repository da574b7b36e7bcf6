import { describe, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import {
  ABSENT,
  NOT_DELIVERED,
  registered,
  SILENT,
  STAMPED,
  TIMES,
} from '../../../test/support/issuing-bench.ts';
import { CHANGED, sharedIssuing } from '../../../test/support/shared-issuing.ts';
import { present } from '../../../test/support/storage-bench.ts';
import { submitDocument } from './submit-document.ts';

describeOnDatabases('the limits of delivering a document', (name) => {
  const bench = sharedIssuing(name);
  const { storage, answer, attempts } = bench;

  describe('within its time', () => {
    const slow =
      <T>(result: T, byMs: number) =>
      () => {
        bench.clock.advance(byMs);
        return result;
      };

    it('starts nothing once a call might end beyond it', async () => {
      answer({ submit: [slow(SILENT, 8000), slow(SILENT, 8000)], consult: [slow(ABSENT, 1000)] });
      const before = bench.clock.monotonic();
      expect((await bench.issued()).record.state).toBe('contingency');
      expect(bench.authority.calls).toEqual(['send', 'ask', 'send']);
      expect(bench.clock.monotonic() - before).toBeLessThanOrEqual(TIMES.requestBudgetMs);
    });

    it('asks about a registered code only while there is time', async () => {
      answer({
        submit: [slow(SILENT, 8000), slow(registered('codigoGeneracion'), 8000)],
        consult: [slow(ABSENT, 1000)],
      });
      expect((await bench.issued()).record.state).toBe('contingency');
      expect(bench.authority.calls).toEqual(['send', 'ask', 'send']);
      answer({ consult: [STAMPED] });
      expect(await bench.issued()).toMatchObject({ isDuplicate: true, record: { state: 'stamped' } });
    });

    it('spent before it began is contingency, and nothing is signed', async () => {
      const times = { ...TIMES, requestBudgetMs: TIMES.callTimeoutMs };
      const { record } = await bench.issued({ context: { times } });
      expect(record.state).toBe('contingency');
      expect(bench.authority.calls).toEqual([]);
      expect(bench.signer.signatures()).toBe(0);
    });
  });

  describe('whose data changed while its bytes were in doubt', () => {
    /** Seconds from the sending of the first bytes until the background comes back. */
    const changedAt = async (age: string) => {
      await bench.fallSilent();
      await bench.ageAttempts(age);
      answer({ consult: [ABSENT] });
      const { record } = await bench.issued({ order: CHANGED });
      expect(record).toMatchObject({ state: 'contingency', hasWanted: true });
      const [row] = await storage.asSuperuser`SELECT
          extract(epoch FROM d.next_attempt_at - a.last_sent_at)::float8 AS seconds
        FROM documents d JOIN attempts a USING (company_id, document_id) WHERE company_id = ${bench.companyId}`;
      return Number(row?.['seconds']);
    };

    it.each(['14 minutes 55 seconds', '14 minutes 59.5 seconds'])(
      'sent %s before: waits for no longer than the end of the quarantine',
      async (age) => {
        const seconds = await changedAt(age);
        expect(seconds).toBeGreaterThanOrEqual(900);
        expect(seconds).toBeLessThan(902);
      },
    );

    it('long before that end: is looked at as any other', async () => {
      expect(await changedAt('1 minute')).toBeLessThan(60 + 90);
    });
  });

  describe('whose lease is lost', () => {
    const takeOver = async () => {
      await bench.expireLeases();
      await storage.asSuperuser`UPDATE documents SET fence = fence + 1 WHERE company_id = ${bench.companyId}`;
    };
    const hold = async () => {
      answer({ submit: [NOT_DELIVERED, NOT_DELIVERED] });
      await bench.issued();
      const { store, clock, context } = bench;
      const seen: Parameters<typeof submitDocument>[1]['document'][] = [];
      const spying = {
        ...store,
        claim: async (request: Parameters<typeof store.claim>[0]) => {
          const claim = await store.claim(request);
          if (claim.kind === 'held') seen.push(claim.document);
          throw new Error('held for the test');
        },
      };
      await expect(bench.issue({ context: { store: spying } })).rejects.toThrow('held for the test');
      const deadline = clock.monotonic() + 17_000;
      return { context, task: { document: present(seen[0]), account: bench.account(), deadline } };
    };

    it('before a sending: nothing leaves', async () => {
      const { context, task } = await hold();
      await takeOver();
      expect(await submitDocument(context, task)).toEqual({ kind: 'lease_lost' });
      expect(bench.authority.sent).toHaveLength(2);
    });

    it('during a sending: the verdict of the stale holder is not written', async () => {
      const { context, task } = await hold();
      answer({ submit: [async () => takeOver().then(() => STAMPED)] });
      expect(await submitDocument(context, task)).toEqual({ kind: 'lease_lost' });
      expect(await attempts()).toEqual([{ attempt: 1, outcome: 'unknown', sends: 1 }]);
    });

    it('before a query: nothing is asked', async () => {
      const { context, task } = await hold();
      answer({ submit: [async () => takeOver().then(() => SILENT)] });
      expect(await submitDocument(context, task)).toEqual({ kind: 'lease_lost' });
      expect(bench.authority.asked).toEqual([]);
    });

    it('while the process stood still between record and sending: the old bytes stay in the house', async () => {
      const { context, task } = await hold();
      const { store, clock } = bench;
      const stalling = {
        ...store,
        recordResend: async (...args: Parameters<typeof store.recordResend>) => {
          const held = await store.recordResend(...args);
          clock.advance(2 * TIMES.callTimeoutMs + 4000);
          return held;
        },
      };
      expect(await submitDocument({ ...context, store: stalling }, task)).toEqual({ kind: 'lease_lost' });
      expect(bench.authority.sent).toHaveLength(2);
    });
  });
});
