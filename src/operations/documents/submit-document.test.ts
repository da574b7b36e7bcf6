import { describe, expect, it } from 'vitest';
import { REJECTION, STAMP } from '../../../test/support/answers.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import {
  ABSENT,
  NOT_DELIVERED,
  REJECTED,
  registered,
  SILENT,
  STAMPED,
} from '../../../test/support/issuing-bench.ts';
import { CHANGED, FIRST, sharedIssuing } from '../../../test/support/shared-issuing.ts';
import { present } from '../../../test/support/storage-bench.ts';
import { FAILURES_TO_OPEN } from '../background/circuit-breaker.ts';
import type { DocumentStore, Verdict } from './ports.ts';

describeOnDatabases('delivering a document', (name) => {
  const bench = sharedIssuing(name);
  const { answer, attempts, archived, fallSilent, sentBytes } = bench;

  describe('that is answered', () => {
    it('stamped: the seal is kept with the bytes that carried it', async () => {
      answer({ submit: [STAMPED] });
      const { record, isDuplicate } = await bench.issued();
      expect(record).toMatchObject({ state: 'stamped', selloRecibido: STAMP.selloRecibido });
      expect(isDuplicate).toBe(false);
      expect(bench.authority.calls).toEqual(['send']);
      expect(await archived(record.documentId)).toBe(sentBytes()[0]);
    });

    it('is sent as it was signed, under its own code, for its own account', async () => {
      answer({ submit: [STAMPED] });
      const { record } = await bench.issued();
      const [submission] = bench.authority.sent;
      expect(submission).toMatchObject({
        account: { companyId: bench.companyId, ambiente: '00', nit: '06140101900018' },
        tipoDte: '01',
        version: 2,
        codigoGeneracion: record.codigoGeneracion,
      });
      const document: unknown = JSON.parse(present(submission).jws.replace('signature 1 of ', ''));
      expect(document).toMatchObject({
        identificacion: {
          numeroControl: record.numeroControl,
          codigoGeneracion: record.codigoGeneracion,
          fecEmi: '2026-11-20',
          horEmi: '10:00:00',
        },
      });
    });

    it('is on record as unknown before its first byte leaves', async () => {
      const seen: unknown[] = [];
      answer({
        submit: [
          async () => {
            seen.push(...(await attempts()));
            return STAMPED;
          },
        ],
      });
      await bench.issued();
      expect(seen).toEqual([{ attempt: 1, outcome: 'unknown', sends: 1 }]);
    });

    it('rejected: with the authority’s words', async () => {
      answer({ submit: [REJECTED] });
      const { record, isDuplicate } = await bench.issued();
      expect(record).toMatchObject({
        state: 'rejected',
        codigoMsg: '096',
        observaciones: REJECTION.observaciones,
      });
      expect(isDuplicate).toBe(false);
    });

    it('rejected and corrected: the same number and code, new bytes', async () => {
      answer({ submit: [REJECTED, STAMPED] });
      const first = await bench.issued({ order: FIRST });
      const second = await bench.issued({ order: CHANGED });
      expect(second.record).toMatchObject({
        state: 'stamped',
        numeroControl: first.record.numeroControl,
        codigoGeneracion: first.record.codigoGeneracion,
        postedMs: first.record.postedMs,
      });
      expect(second.isDuplicate).toBe(false);
      expect(new Set(sentBytes()).size).toBe(2);
      expect(second.record.summary.amountTotal).toBe('2.26');
    });
  });

  describe('that meets silence', () => {
    it('is asked about, and its stamp adopted in the same request', async () => {
      answer({ submit: [SILENT], consult: [STAMPED] });
      const { record, isDuplicate } = await bench.issued();
      expect(record.state).toBe('stamped');
      expect(isDuplicate).toBe(false);
      expect(bench.authority.calls).toEqual(['send', 'ask']);
      expect(bench.authority.asked[0]?.codigoGeneracion).toBe(record.codigoGeneracion);
    });

    it('and is absent: the identical bytes go twice more, then contingency', async () => {
      answer({ submit: [SILENT, SILENT, SILENT], consult: [ABSENT, ABSENT, ABSENT] });
      const { record } = await bench.issued();
      expect(record.state).toBe('contingency');
      expect(bench.authority.calls).toEqual(['send', 'ask', 'send', 'ask', 'send', 'ask']);
      expect(new Set(sentBytes()).size).toBe(1);
      expect(bench.signer.signatures()).toBe(1);
      expect(bench.authority.sent.map(({ idEnvio }) => idEnvio)).toEqual([1, 2, 3]);
      expect(await attempts()).toEqual([{ attempt: 1, outcome: 'unknown', sends: 3 }]);
    });

    it('and is absent: the resend is stamped', async () => {
      answer({ submit: [SILENT, STAMPED], consult: [ABSENT] });
      const { record, isDuplicate } = await bench.issued();
      expect(record.state).toBe('stamped');
      expect(isDuplicate).toBe(false);
      expect(new Set(sentBytes()).size).toBe(1);
    });

    it('from the query too is in contingency at once', async () => {
      const record = await fallSilent();
      expect(bench.authority.calls).toEqual(['send', 'ask']);
      expect(record.message).toMatch(/Hacienda no respondió/);
    });
  });

  describe('whose company the authority does not let in', () => {
    it('is settled as silence for that cause, also while nobody is asked', async () => {
      const verdicts: Verdict[] = [];
      const settle: DocumentStore['settle'] = (lease, verdict) => {
        verdicts.push(verdict);
        return bench.store.settle(lease, verdict);
      };
      const refused = {
        kind: 'not_delivered',
        reason: 'authentication refused: HTTP 401',
        cause: 'sign_in_refused',
        raw: null,
      } as const;
      answer({ submit: [refused, refused, refused, refused] });
      for (const externalRef of ['a', 'b', 'c'])
        await bench.issued({ externalRef, context: { store: { ...bench.store, settle } } });
      expect(bench.authority.calls).toHaveLength(FAILURES_TO_OPEN);
      expect(verdicts).toEqual(
        verdicts.map(() => expect.objectContaining({ kind: 'silence', cause: 'sign_in_refused' })),
      );
      expect(verdicts).toHaveLength(3);
      bench.context.breaker.note(present(bench.authority.sent[0]), true);
      answer({ submit: [SILENT], consult: [SILENT] });
      await bench.issued({ externalRef: 'd', context: { store: { ...bench.store, settle } } });
      expect(verdicts[3]).toMatchObject({ kind: 'silence', reason: 'time-out', cause: undefined });
    });
  });

  describe('again after silence, with the same data', () => {
    it('stamped meanwhile: the original, as a duplicate, and nothing is sent', async () => {
      const first = await fallSilent();
      answer({ consult: [STAMPED] });
      const { record, isDuplicate } = await bench.issued({ order: FIRST });
      expect(record).toMatchObject({ state: 'stamped', documentId: first.documentId });
      expect(isDuplicate).toBe(true);
      expect(bench.authority.sent).toHaveLength(1);
      expect(await archived(record.documentId)).toBe(sentBytes()[0]);
    });

    it('absent: the same bytes again, and a stamp of theirs is no duplicate', async () => {
      await fallSilent();
      answer({ consult: [ABSENT], submit: [STAMPED] });
      const { record, isDuplicate } = await bench.issued({ order: FIRST });
      expect(record.state).toBe('stamped');
      expect(isDuplicate).toBe(false);
      expect(new Set(sentBytes()).size).toBe(1);
    });

    it('absent, then "already registered": it had arrived earlier, a duplicate', async () => {
      await fallSilent();
      answer({ consult: [ABSENT, STAMPED], submit: [registered('codigoGeneracion')] });
      const { record, isDuplicate } = await bench.issued({ order: FIRST });
      expect(record.state).toBe('stamped');
      expect(isDuplicate).toBe(true);
    });

    it('silence again: contingency, and not a byte leaves unasked', async () => {
      await fallSilent();
      answer({ consult: [SILENT] });
      expect((await bench.issued({ order: FIRST })).record.state).toBe('contingency');
      expect(bench.authority.sent).toHaveLength(1);
    });

    it('absent after the quarantine: the same bytes, not a new signature', async () => {
      await fallSilent();
      await bench.ageAttempts('15 minutes');
      answer({ consult: [ABSENT], submit: [STAMPED] });
      expect((await bench.issued({ order: FIRST })).record.state).toBe('stamped');
      expect(bench.signer.signatures()).toBe(1);
      expect(await attempts()).toEqual([{ attempt: 1, outcome: 'stamped', sends: 1 }]);
    });
  });

  describe('again after silence, with changed data', () => {
    it('stamped: the original as a duplicate, which says that the data were not applied', async () => {
      await fallSilent();
      answer({ consult: [STAMPED] });
      const { record, isDuplicate } = await bench.issued({ order: CHANGED });
      expect(isDuplicate).toBe(true);
      expect(record).toMatchObject({ state: 'stamped', hasWanted: false });
      expect(record.message).toMatch(/datos nuevos no se aplicaron/);
      expect(record.summary.amountTotal).toBe('1.13');
      expect(await archived(record.documentId)).toBe(sentBytes()[0]);
    });

    it('absent within the quarantine: contingency, nothing is sent, the data wait', async () => {
      await fallSilent();
      answer({ consult: [ABSENT] });
      const { record } = await bench.issued({ order: CHANGED });
      expect(record).toMatchObject({ state: 'contingency', hasWanted: true });
      expect(record.summary.amountTotal).toBe('1.13');
      expect(bench.authority.sent).toHaveLength(1);
    });

    it('absent after the quarantine: the new data go, under the same number', async () => {
      const first = await fallSilent();
      await bench.ageAttempts('15 minutes');
      answer({ consult: [ABSENT], submit: [STAMPED] });
      const { record, isDuplicate } = await bench.issued({ order: CHANGED });
      expect(isDuplicate).toBe(false);
      expect(record).toMatchObject({
        state: 'stamped',
        hasWanted: false,
        numeroControl: first.numeroControl,
        codigoGeneracion: first.codigoGeneracion,
      });
      expect(record.summary.amountTotal).toBe('2.26');
      expect(await archived(record.documentId)).toBe(sentBytes()[1]);
      expect(await attempts()).toEqual([
        { attempt: 1, outcome: 'absent', sends: 1 },
        { attempt: 2, outcome: 'stamped', sends: 1 },
      ]);
    });

    it('back to the first data within the quarantine: the first bytes again', async () => {
      await fallSilent();
      answer({ consult: [ABSENT] });
      await bench.issued({ order: CHANGED });
      answer({ consult: [ABSENT], submit: [STAMPED] });
      const { record } = await bench.issued({ order: FIRST });
      expect(record).toMatchObject({ state: 'stamped', hasWanted: false });
      expect(new Set(sentBytes()).size).toBe(1);
    });

    it('silence: contingency, the data go on waiting', async () => {
      await fallSilent();
      answer({ consult: [SILENT] });
      expect((await bench.issued({ order: CHANGED })).record.hasWanted).toBe(true);
    });

    it('a query that leaves before the quarantine ends is asked again', async () => {
      await fallSilent();
      await bench.ageAttempts('14 minutes 58 seconds');
      const late = () => {
        bench.clock.advance(4000);
        return ABSENT;
      };
      answer({ consult: [late, STAMPED] });
      const { record } = await bench.issued({ order: CHANGED });
      expect(record.state).toBe('stamped');
      expect(bench.authority.calls).toEqual(['send', 'ask', 'ask', 'ask']);
    });

    it('survives a wall clock that jumps', async () => {
      await fallSilent();
      const jumping = { ...bench.clock, now: () => bench.clock.now() + 3_600_000 };
      answer({ consult: [ABSENT] });
      const { record } = await bench.issued({ order: CHANGED, context: { clock: jumping } });
      expect(record).toMatchObject({ state: 'contingency', hasWanted: true });
    });
  });

  describe('that could not be delivered', () => {
    it('is tried once more with the same bytes', async () => {
      answer({ submit: [NOT_DELIVERED, STAMPED] });
      const { record } = await bench.issued();
      expect(record.state).toBe('stamped');
      expect(new Set(sentBytes()).size).toBe(1);
    });

    it('twice is in contingency, with nothing of unknown fate', async () => {
      answer({ submit: [NOT_DELIVERED, NOT_DELIVERED] });
      expect((await bench.issued()).record.state).toBe('contingency');
      expect(bench.authority.calls).toEqual(['send', 'send']);
      expect(await attempts()).toEqual([{ attempt: 1, outcome: 'not_delivered', sends: 1 }]);
    });

    it('takes changed data at once', async () => {
      answer({ submit: [NOT_DELIVERED, NOT_DELIVERED] });
      await bench.issued({ order: FIRST });
      answer({ submit: [STAMPED] });
      const { record } = await bench.issued({ order: CHANGED });
      expect(record.summary.amountTotal).toBe('2.26');
      expect(bench.authority.asked).toEqual([]);
    });

    it('after silence keeps its bytes of unknown fate', async () => {
      answer({ submit: [SILENT, NOT_DELIVERED, NOT_DELIVERED], consult: [ABSENT] });
      expect((await bench.issued({ order: FIRST })).record.state).toBe('contingency');
      expect(await attempts()).toEqual([{ attempt: 1, outcome: 'unknown', sends: 3 }]);
      answer({ consult: [ABSENT] });
      expect((await bench.issued({ order: CHANGED })).record.hasWanted).toBe(true);
    });
  });
});
