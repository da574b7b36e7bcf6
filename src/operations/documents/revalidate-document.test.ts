import { describe, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { codeOf } from '../../../test/support/identifiers.ts';
import { ABSENT, NOT_DELIVERED, REJECTED, SILENT, STAMPED } from '../../../test/support/issuing-bench.ts';
import { CHANGED, FIRST, sharedIssuing } from '../../../test/support/shared-issuing.ts';
import { present } from '../../../test/support/storage-bench.ts';
import { FAILURES_TO_OPEN } from '../background/circuit-breaker.ts';
import { MOST_TAKINGS, revalidateDocument } from './revalidate-document.ts';

describeOnDatabases('the background', (name) => {
  const bench = sharedIssuing(name);
  const { storage, answer, found, fallSilent, goDark } = bench;

  const rowOf = async (documentId: string) =>
    present(
      (
        await storage.asSuperuser`SELECT state, tries, next_attempt_at - now() AS waits, put_aside_at
          FROM documents WHERE document_id = ${documentId}`
      )[0],
    );

  describe('takes a document in contingency', () => {
    it('and adopts the stamp it got', async () => {
      const { documentId } = await fallSilent();
      answer({ consult: [STAMPED] });
      expect(await bench.revalidate(documentId)).toMatchObject({ kind: 'settled', adopted: true });
      expect(await rowOf(documentId)).toMatchObject({ state: 'stamped', waits: null });
      expect(bench.authority.calls).toEqual(['send', 'ask', 'ask']);
    });

    it('and resends the identical bytes only where the authority says absent', async () => {
      const { documentId } = await fallSilent();
      answer({ consult: [ABSENT], submit: [STAMPED] });
      await bench.revalidate(documentId);
      expect(await rowOf(documentId)).toMatchObject({ state: 'stamped' });
      expect(bench.authority.calls).toEqual(['send', 'ask', 'ask', 'send']);
      expect(new Set(bench.sentBytes()).size).toBe(1);
    });

    it('and keeps it, counted and backed off, while the authority is silent', async () => {
      const { documentId } = await fallSilent();
      answer({ consult: [SILENT] });
      expect(await bench.revalidate(documentId)).toMatchObject({ kind: 'settled' });
      expect(await rowOf(documentId)).toMatchObject({ state: 'contingency', tries: 2 });
      expect(bench.authority.sent).toHaveLength(1);
    });

    it('and tells a rejection', async () => {
      const { documentId } = await fallSilent();
      await bench.ageAttempts('16 minutes');
      answer({ consult: [ABSENT], submit: [REJECTED] });
      await bench.revalidate(documentId);
      expect(await rowOf(documentId)).toMatchObject({ state: 'rejected', waits: null });
    });

    it('and applies the changed payload that waited, once the first bytes are settled', async () => {
      await fallSilent();
      answer({ consult: [ABSENT] });
      const { record } = await bench.issued({ order: CHANGED });
      expect(record.hasWanted).toBe(true);
      await bench.ageAttempts('16 minutes');
      answer({ consult: [ABSENT], submit: [STAMPED] });
      await bench.revalidate(record.documentId);
      const after = await found(record.documentId);
      expect(after).toMatchObject({ state: 'stamped', hasWanted: false, summary: { amountTotal: '2.26' } });
    });
  });

  it('finishes a document whose node died before it sent anything', async () => {
    const died = new Error('power cut');
    const signer = { ...bench.context.signer, sign: () => Promise.reject(died) };
    await expect(bench.issue({ context: { signer } })).rejects.toBe(died);
    const { documentId } = await found('ref');
    expect(await bench.revalidate(documentId)).toEqual({ kind: 'gone' });
    await bench.expireLeases();
    answer({ submit: [STAMPED] });
    await bench.revalidate(documentId);
    expect(await rowOf(documentId)).toMatchObject({ state: 'stamped' });
  });

  it('asks first where a node died after it recorded the bytes', async () => {
    const died = new Error('power cut');
    answer({ submit: [() => Promise.reject(died)] });
    await expect(bench.issue()).rejects.toBe(died);
    await bench.expireLeases();
    const { documentId } = await found('ref');
    answer({ consult: [STAMPED] });
    await bench.revalidate(documentId);
    expect(await rowOf(documentId)).toMatchObject({ state: 'stamped' });
    expect(bench.authority.calls).toEqual(['send', 'ask']);
  });

  it('keeps trying while the certificate fails, and says so', async () => {
    const failed = { kind: 'failed', failure: 'certificate_expired', reason: 'ended' } as const;
    bench.signer.behave({ failures: [failed] });
    expect(await bench.issue()).toMatchObject({ kind: 'refused', status: 500 });
    const { documentId } = await found('ref');
    bench.signer.behave({ failures: [failed] });
    expect(await bench.revalidate(documentId)).toMatchObject({ kind: 'signing_failed' });
    expect(bench.warnings.map(({ event }) => event)).toEqual(['signing_failed', 'signing_failed']);
    expect(await rowOf(documentId)).toMatchObject({ state: 'claimed', tries: 2 });
    bench.signer.behave({});
    answer({ submit: [STAMPED] });
    await bench.revalidate(documentId);
    expect(await rowOf(documentId)).toMatchObject({ state: 'stamped' });
  });

  it('puts a document aside that breaks every run, and says so', async () => {
    const { documentId } = await fallSilent();
    const authority = { ...bench.context.authority, consult: () => Promise.reject(new Error('a bug')) };
    for (let run = 0; run < MOST_TAKINGS; run += 1) {
      await bench.expireLeases();
      await expect(bench.revalidate(documentId, { authority })).rejects.toThrow('a bug');
    }
    await bench.expireLeases();
    expect(await bench.revalidate(documentId, { authority })).toEqual({ kind: 'put_aside' });
    expect(bench.warnings.at(-1)).toMatchObject({ event: 'document_put_aside', detail: { documentId } });
    expect(await bench.revalidate(documentId)).toEqual({ kind: 'gone' });
    answer({ consult: [STAMPED] });
    expect(await bench.issued({ order: FIRST })).toMatchObject({ record: { state: 'stamped' } });
  });

  it('starts nothing new once told to stop, and hands the document over', async () => {
    const { documentId, companyId } = await fallSilent();
    await storage.asSuperuser`UPDATE documents SET next_attempt_at = now() WHERE document_id = ${documentId}`;
    const due = { companyId, documentId };
    const run = await revalidateDocument(bench.context, { due, stop: { aborted: true } });
    expect(run).toMatchObject({ kind: 'settled', record: { state: 'contingency' } });
    expect(bench.authority.calls).toEqual(['send', 'ask']);
    answer({ consult: [STAMPED] });
    expect(await bench.revalidate(documentId)).toMatchObject({ kind: 'settled', adopted: true });
  });

  it('leaves a company alone that is none of this node’s', async () => {
    const { documentId } = await fallSilent();
    const companies = { company: async () => null };
    expect(await bench.revalidate(documentId, { companies })).toEqual({ kind: 'gone' });
  });

  describe('while the authority is known to be down', () => {
    it('a request is answered at once, numbered and signed, with nothing sent', async () => {
      goDark();
      const before = bench.clock.monotonic();
      const { record, isDuplicate } = await bench.issued();
      expect(record).toMatchObject({ state: 'contingency', numeroControl: expect.stringMatching(/1$/) });
      expect(isDuplicate).toBe(false);
      expect(bench.authority.calls).toEqual([]);
      expect(bench.clock.monotonic()).toBe(before);
      expect(await bench.store.signedBytes(bench.companyId, record.documentId)).not.toBeNull();
    });

    it('its bytes are sent as they were signed once the authority is back', async () => {
      goDark();
      const { record } = await bench.issued();
      const kept = await bench.archived(record.documentId);
      answer({ consult: [ABSENT], submit: [STAMPED] });
      const query = {
        account: bench.account(),
        tipoDte: '01',
        generation: 'v2',
        codigoGeneracion: codeOf('X'),
      } as const;
      await bench.context.authority.consult(query);
      await bench.revalidate(record.documentId);
      expect(bench.sentBytes()).toEqual([kept]);
      expect(await rowOf(record.documentId)).toMatchObject({ state: 'stamped' });
    });

    it('a repeated request is answered at once, too, and takes its new payload', async () => {
      goDark();
      await bench.issued({ order: FIRST });
      const { record } = await bench.issued({ order: CHANGED });
      expect(record).toMatchObject({ state: 'contingency', summary: { amountTotal: '2.26' } });
      expect(bench.signer.signatures()).toBe(2);
      expect(bench.authority.calls).toEqual([]);
    });

    it('what is stamped is still answered with its stamp', async () => {
      answer({ submit: [STAMPED] });
      await bench.issued();
      goDark();
      expect(await bench.issued()).toMatchObject({ isDuplicate: true, record: { state: 'stamped' } });
    });

    it('opens by itself after two requests that met nobody', async () => {
      const nobody = Array.from({ length: FAILURES_TO_OPEN }, () => NOT_DELIVERED);
      answer({ submit: nobody });
      await bench.issued({ externalRef: 'a' });
      await bench.issued({ externalRef: 'b' });
      await bench.issued({ externalRef: 'c' });
      expect(bench.authority.calls).toHaveLength(FAILURES_TO_OPEN);
    });
  });
});
