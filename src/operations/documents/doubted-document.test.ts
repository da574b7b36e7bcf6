import { describe, expect, it } from 'vitest';
import { STAMP, STAMPED_RAW } from '../../../test/support/answers.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { sealOf } from '../../../test/support/identifiers.ts';
import { ABSENT, REJECTED, registered, SILENT, STAMPED } from '../../../test/support/issuing-bench.ts';
import { processingTime } from '../../../test/support/processing-time.ts';
import { CHANGED, FIRST, sharedIssuing } from '../../../test/support/shared-issuing.ts';
import { NUMBER_IN_DOUBT } from '../../core/submitting/doubt.ts';
import type { Consultation } from '../authority/ports.ts';

/** A stamp that the authority gave so many minutes ago. */
function stampedAgo(minutes: number): Consultation {
  const fhProcesamiento = processingTime(Date.now() - minutes * 60_000);
  const selloRecibido = sealOf('2026'.padEnd(40, 'D'));
  return { kind: 'stamped', stamp: { ...STAMP, selloRecibido, fhProcesamiento }, raw: STAMPED_RAW };
}

describeOnDatabases('a document whose rejection is in doubt', (name) => {
  const bench = sharedIssuing(name);
  const { storage, answer, found } = bench;
  const outcomes = async () => (await bench.attempts()).map((row) => row['outcome']);
  /** Rejected, after a first sending that nobody answered. */
  const rejectedCopy = async () => {
    answer({ submit: [SILENT, REJECTED], consult: [ABSENT] });
    const { record } = await bench.issued({ order: FIRST });
    expect(record).toMatchObject({ state: 'rejected', codigoMsg: '096' });
    return record;
  };

  describe('because another copy of its bytes is unanswered', () => {
    it('is told rejected at once, and its bytes stay of unknown fate', async () => {
      const { documentId } = await rejectedCopy();
      expect(await found(documentId)).toMatchObject({ state: 'rejected', codigoMsg: '096' });
      expect(await outcomes()).toEqual(['unknown']);
    });

    it('is adopted where that copy is stamped, without anybody asking for it', async () => {
      const { documentId } = await rejectedCopy();
      answer({ consult: [STAMPED] });
      await bench.revalidate(documentId);
      expect(await found(documentId)).toMatchObject({
        state: 'stamped',
        selloRecibido: STAMP.selloRecibido,
      });
    });

    it('is rejected for good after the quarantine and one question', async () => {
      const { documentId } = await rejectedCopy();
      answer({ consult: [ABSENT] });
      await bench.revalidate(documentId);
      expect(await outcomes()).toEqual(['unknown']);
      await bench.ageAttempts('16 minutes');
      answer({ consult: [ABSENT] });
      await bench.revalidate(documentId);
      expect(await outcomes()).toEqual(['rejected']);
      expect(await found(documentId)).toMatchObject({ state: 'rejected', codigoMsg: '096' });
      expect(await bench.revalidate(documentId)).toEqual({ kind: 'gone' });
    });

    it('takes changed bytes only after that', async () => {
      await rejectedCopy();
      answer({ consult: [ABSENT] });
      const { record } = await bench.issued({ order: CHANGED });
      expect(record).toMatchObject({ state: 'contingency', hasWanted: true });
      await bench.ageAttempts('16 minutes');
      answer({ consult: [ABSENT], submit: [STAMPED] });
      await bench.revalidate(record.documentId);
      expect(await found(record.documentId)).toMatchObject({
        state: 'stamped',
        summary: { amountTotal: '2.26' },
      });
    });

    it('tells whoever sends changed data that the first were stamped', async () => {
      await rejectedCopy();
      answer({ consult: [STAMPED] });
      const { record, isDuplicate } = await bench.issued({ order: CHANGED });
      expect(isDuplicate).toBe(true);
      expect(record).toMatchObject({ state: 'stamped', summary: { amountTotal: '1.13' } });
    });
  });

  describe('because its number is said to be taken', () => {
    const doubted = async () => {
      answer({ submit: [registered('numeroControl')], consult: [ABSENT] });
      return (await bench.issued({ order: FIRST })).record;
    };

    it('waits in contingency with words of its own, and is not sent again', async () => {
      const { documentId, externalRef } = await doubted();
      expect(await found(documentId)).toMatchObject({ state: 'contingency', message: NUMBER_IN_DOUBT });
      answer({ consult: [ABSENT, ABSENT] });
      expect((await bench.issued({ order: FIRST, externalRef })).record.message).toBe(NUMBER_IN_DOUBT);
      await bench.revalidate(documentId);
      expect(bench.authority.sent).toHaveLength(1);
    });

    it('is adopted where the authority comes to show it under our code', async () => {
      const { documentId } = await doubted();
      answer({ consult: [STAMPED] });
      await bench.revalidate(documentId);
      expect((await found(documentId)).state).toBe('stamped');
      expect(bench.warnings).toEqual([]);
    });

    it('is asked about under an earlier code that the answer names, and adopted under it', async () => {
      answer({ submit: [REJECTED] });
      const first = (await bench.issued({ order: FIRST })).record;
      await storage.asSuperuser`UPDATE documents SET settled_at = settled_at - interval '25 hours'
        WHERE company_id = ${bench.companyId}`;
      answer({ submit: [registered('numeroControl', first.codigoGeneracion)], consult: [stampedAgo(0)] });
      const { record } = await bench.issued({ order: CHANGED });
      expect(record).toMatchObject({
        state: 'stamped',
        codigoGeneracion: first.codigoGeneracion,
        summary: { amountTotal: '1.13' },
      });
      expect(await outcomes()).toEqual(['stamped', 'rejected']);
    });
  });

  describe('while the authority denies what it has stamped', () => {
    it('closes nothing, and says so', async () => {
      answer({ submit: [STAMPED] });
      await bench.issued({ order: FIRST });
      answer({ submit: [SILENT], consult: [SILENT] });
      const { record } = await bench.issued({ order: FIRST, externalRef: 'otra' });
      await bench.ageAttempts('16 minutes');
      answer({ consult: [ABSENT, ABSENT] });
      await bench.revalidate(record.documentId);
      expect(await outcomes()).toContain('unknown');
      expect(bench.warnings.map(({ event }) => event)).toEqual(['authority_denies_what_it_stamped']);
    });
  });

  describe('of which the authority says that it has it, and shows no seal', () => {
    const known = { kind: 'known', invalidated: true, raw: { status: 400, body: '' } } as const;

    it('is not sent again, and adopted once the seal is shown', async () => {
      const { documentId } = await bench.fallSilent();
      await bench.ageAttempts('16 minutes');
      answer({ consult: [known] });
      await bench.revalidate(documentId);
      expect(await outcomes()).toEqual(['unknown']);
      answer({ consult: [STAMPED] });
      expect(await bench.revalidate(documentId)).toMatchObject({ record: { state: 'stamped' } });
      expect(bench.sentBytes()).toHaveLength(1);
    });

    it('is a good answer to the control question', async () => {
      answer({ submit: [STAMPED] });
      await bench.issued({ order: FIRST });
      answer({ submit: [SILENT], consult: [SILENT] });
      const { record } = await bench.issued({ order: FIRST, externalRef: 'otra' });
      await bench.ageAttempts('16 minutes');
      answer({ consult: [ABSENT, known, ABSENT], submit: [STAMPED] });
      expect(await bench.revalidate(record.documentId)).toMatchObject({ record: { state: 'stamped' } });
      expect(bench.warnings).toEqual([]);
    });
  });

  it('has the seal of the version that was on its way when it was given', async () => {
    const { documentId } = await bench.fallSilent();
    await bench.ageAttempts('16 minutes');
    await storage.asSuperuser`UPDATE attempts SET first_sent_at = first_sent_at - interval '16 minutes'
      WHERE company_id = ${bench.companyId}`;
    answer({ consult: [ABSENT, stampedAgo(10)], submit: [registered('codigoGeneracion')] });
    const { record, jws } = await bench.issued({ order: CHANGED });
    expect(record).toMatchObject({ state: 'stamped', summary: { amountTotal: '1.13' } });
    expect(jws).toBeNull();
    expect(await outcomes()).toEqual(['stamped', 'rejected']);
    expect(await bench.archived(documentId)).toBe(bench.sentBytes()[0]);
  });

  it('has the seal of the version that left nearest to it where the clocks do not tell, and says so', async () => {
    const { documentId } = await bench.fallSilent();
    await bench.ageAttempts('16 minutes');
    await storage.asSuperuser`UPDATE attempts SET first_sent_at = first_sent_at - interval '20 seconds'
      WHERE company_id = ${bench.companyId}`;
    answer({ consult: [ABSENT, stampedAgo(20 / 60)], submit: [registered('codigoGeneracion')] });
    const { record, jws } = await bench.issued({ order: CHANGED });
    expect(record).toMatchObject({ state: 'stamped', summary: { amountTotal: '1.13' } });
    expect(jws).toBeNull();
    expect(await bench.archived(documentId)).toBe(bench.sentBytes()[0]);
    expect(bench.warnings.map(({ event }) => event)).toEqual(['seal_of_one_of_several_versions']);
    const [found] = await storage.asSuperuser`SELECT detail FROM audit_events
      WHERE document_id = ${documentId} AND kind = 'found'`;
    expect(found).toEqual({ detail: { attempt: 1, found: true, in_doubt: true } });
  });

  it('has the seal of earlier bytes also where a later sending is answered with it', async () => {
    const { documentId } = await bench.fallSilent();
    await bench.ageAttempts('16 minutes');
    await storage.asSuperuser`UPDATE attempts SET first_sent_at = first_sent_at - interval '16 minutes'
      WHERE company_id = ${bench.companyId}`;
    const stamp = { ...STAMP, fhProcesamiento: processingTime(Date.now() - 15 * 60_000) };
    answer({ consult: [ABSENT], submit: [{ kind: 'stamped', stamp, raw: STAMPED_RAW }] });
    expect((await bench.issued({ order: CHANGED })).record).toMatchObject({
      state: 'stamped',
      summary: { amountTotal: '1.13' },
    });
    expect(await bench.archived(documentId)).toBe(bench.sentBytes()[0]);
  });
});
