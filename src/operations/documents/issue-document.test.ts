import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { exampleOrder } from '../../../test/support/example-order.ts';
import { refOf } from '../../../test/support/identifiers.ts';
import { ABSENT, orderAt, REJECTED, SILENT, STAMPED, TIMES } from '../../../test/support/issuing-bench.ts';
import { sharedIssuing } from '../../../test/support/shared-issuing.ts';
import { claimRequest, correlativeOf, heldOf, upTo } from '../../../test/support/storage-bench.ts';
import { createDocumentStore } from '../../storage/documents/document-store.ts';
import type { Clock } from './ports.ts';

const REAL_CLOCK: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (delayMs) => pause(delayMs),
};

describeOnDatabases('issuing', (name) => {
  const bench = sharedIssuing(name);
  const { storage, answer } = bench;

  const countDocuments = async () => {
    const [row] = await storage.asSuperuser`SELECT count(*)::int FROM documents
      WHERE company_id = ${bench.companyId}`;
    return row?.['count'];
  };
  const nextNumber = async () => {
    answer({ submit: [STAMPED] });
    return correlativeOf((await bench.issued({ externalRef: randomUUID() })).record);
  };

  describe('a request that is refused burns no number', () => {
    it('for what is wrong with the order', async () => {
      const refused = await bench.issue({ order: exampleOrder({ lines: [], establishment: 'X999' }) });
      expect(refused).toMatchObject({ kind: 'refused', code: 'invalid_request', status: 400 });
      expect(await countDocuments()).toBe(0);
      expect(await nextNumber()).toBe(1);
    });

    it.each([
      ['no_certificate', /no tiene certificado/],
      ['certificate_expired', /venció/],
      ['certificate_not_yet_valid', /todavía no es válido/],
    ] as const)('for its certificate: %s', async (unready, detail) => {
      bench.signer.behave({ unready });
      const refused = await bench.issue();
      expect(refused).toMatchObject({ kind: 'refused', code: 'signing_failed', status: 500 });
      expect(refused.kind === 'refused' ? refused.detail : '').toMatch(detail);
      expect(await countDocuments()).toBe(0);
      bench.signer.behave({});
      expect(await nextNumber()).toBe(1);
    });
  });

  it('returns the original of what is stamped, without a word to the authority', async () => {
    answer({ submit: [STAMPED] });
    const first = await bench.issued();
    const again = await bench.issued({ order: orderAt(99) });
    expect(again).toEqual({ kind: 'issued', record: first.record, isDuplicate: true });
    expect(bench.authority.calls).toEqual(['send']);
  });

  it('returns the original also when the certificate has expired since', async () => {
    answer({ submit: [STAMPED] });
    const first = await bench.issued();
    bench.signer.behave({ unready: 'certificate_expired' });
    const again = await bench.issued();
    expect(again).toEqual({ kind: 'issued', record: first.record, isDuplicate: true });
    expect(await bench.issue({ externalRef: first.record.documentId })).toMatchObject({
      code: 'signing_failed',
    });
  });

  it('refuses a reference of another type, and leaves that document alone', async () => {
    const other = claimRequest(bench.companyId, {
      externalRef: refOf('ref'),
      leaseMs: 0,
      prepared: { tipoDte: '03' },
    });
    const { record } = heldOf(await bench.store.claim(other));
    const refused = await bench.issue();
    expect(refused).toMatchObject({ kind: 'refused', code: 'doc_type_changed', status: 400 });
    expect(refused.kind === 'refused' ? refused.detail : '').toMatch(/tipo 03; .* tipo 01/);
    expect(await bench.store.find(bench.companyId, 'ref')).toEqual(record);
  });

  describe('when signing fails', () => {
    it('answers at once and keeps the number for the next request', async () => {
      const reason = 'the key does not open';
      bench.signer.behave({ failures: [{ kind: 'failed', failure: 'signature_failed', reason }] });
      const refused = await bench.issue();
      expect(refused).toMatchObject({ kind: 'refused', code: 'signing_failed', status: 500 });
      const detail = refused.kind === 'refused' ? refused.detail : '';
      expect(detail).not.toContain(reason);
      expect(detail).not.toMatch(/[{}]/);
      const numbered = await bench.store.find(bench.companyId, 'ref');
      expect(numbered).toMatchObject({ state: 'claimed' });
      expect(bench.warnings).toMatchObject([
        {
          event: 'signing_failed',
          detail: { documentId: numbered?.documentId, failure: 'signature_failed', reason },
        },
      ]);
      answer({ submit: [STAMPED] });
      const { record, isDuplicate } = await bench.issued();
      expect(record.numeroControl).toBe(numbered?.numeroControl);
      expect(record.postedMs).toBe(numbered?.postedMs);
      expect(isDuplicate).toBe(false);
      expect(await nextNumber()).toBe(2);
    });

    it('tells the caller what can be told', async () => {
      const failures = [{ kind: 'failed', failure: 'certificate_expired', reason: 'internal' }] as const;
      bench.signer.behave({ failures });
      const refused = await bench.issue();
      expect(refused.kind === 'refused' ? refused.detail : '').toMatch(/venció\.$/);
    });
  });

  describe('at one moment for one reference', () => {
    const crowd = (count: number, order = exampleOrder()) => {
      const nodes = upTo(2).map(() => createDocumentStore(storage.anotherPool(5), REAL_CLOCK));
      return Promise.all(
        upTo(count).map((turn) =>
          bench.issued({ order, context: { clock: REAL_CLOCK, store: nodes[turn % 2] ?? bench.store } }),
        ),
      );
    };
    const slowly =
      <T>(result: T) =>
      async () => {
        await pause(500);
        return result;
      };

    it('sends once; all others wait and see the stamp as duplicates', async () => {
      answer({ submit: [slowly(STAMPED)] });
      const outcomes = await crowd(60);
      expect(outcomes.filter(({ isDuplicate }) => !isDuplicate)).toHaveLength(1);
      expect(new Set(outcomes.map(({ record }) => record.numeroControl)).size).toBe(1);
      expect(new Set(outcomes.map(({ record }) => record.state))).toEqual(new Set(['stamped']));
      expect(bench.authority.calls).toEqual(['send']);
      expect(await countDocuments()).toBe(1);
    });

    it('sends once; all others wait and see the rejection', async () => {
      answer({ submit: [slowly(REJECTED)] });
      const outcomes = await crowd(30);
      expect(new Set(outcomes.map(({ record }) => record.state))).toEqual(new Set(['rejected']));
      expect(outcomes.every(({ isDuplicate }) => !isDuplicate)).toBe(true);
      expect(bench.authority.calls).toEqual(['send']);
    });

    it('asks once; all others wait and see the contingency', async () => {
      answer({ submit: [slowly(SILENT)], consult: [SILENT] });
      const outcomes = await crowd(30);
      expect(new Set(outcomes.map(({ record }) => record.state))).toEqual(new Set(['contingency']));
      expect(bench.authority.calls).toEqual(['send', 'ask']);
    });

    it('sends the other data of one that waited for a rejection', async () => {
      answer({ submit: [slowly(REJECTED), STAMPED] });
      const first = bench.issued({ order: orderAt(1), context: { clock: REAL_CLOCK } });
      await pause(50);
      const second = bench.issued({ order: orderAt(2), context: { clock: REAL_CLOCK } });
      expect((await first).record.state).toBe('rejected');
      expect(await second).toMatchObject({
        isDuplicate: false,
        record: { state: 'stamped', summary: { amountTotal: '2.00' } },
      });
    });
  });

  describe('while another holds the document', () => {
    it('waits within its budget, then answers with the document as it stands', async () => {
      const leaseMs = 60_000;
      const { record } = heldOf(
        await bench.store.claim(claimRequest(bench.companyId, { externalRef: refOf('ref'), leaseMs })),
      );
      const before = bench.clock.monotonic();
      expect(await bench.issued()).toEqual({ kind: 'issued', record, isDuplicate: false });
      const waited = bench.clock.monotonic() - before;
      expect(waited).toBeGreaterThan(TIMES.requestBudgetMs - 1000);
      expect(waited).toBeLessThanOrEqual(TIMES.requestBudgetMs);
    });

    it('never answers with another document whose id is the reference', async () => {
      answer({ submit: [STAMPED] });
      const { record: other } = await bench.issued({ externalRef: 'other' });
      const externalRef = refOf(other.documentId);
      const held = heldOf(
        await bench.store.claim(claimRequest(bench.companyId, { externalRef, leaseMs: 60_000 })),
      );
      expect((await bench.issued({ externalRef })).record).toEqual(held.record);
    });

    it('goes on where a holder died', async () => {
      const request = claimRequest(bench.companyId, { externalRef: refOf('ref'), leaseMs: 300 });
      const { record } = heldOf(await bench.store.claim(request));
      answer({ submit: [STAMPED] });
      const outcome = await bench.issued({ context: { clock: REAL_CLOCK } });
      expect(outcome).toMatchObject({
        isDuplicate: false,
        record: { state: 'stamped', numeroControl: record.numeroControl },
      });
    });
  });

  it('that loses its lease sees what the next holder made of the document', async () => {
    const takenOverAndStamped = async () => {
      await bench.expireLeases();
      const second = createDocumentStore(storage.anotherPool(1), bench.clock);
      answer({ consult: [STAMPED] });
      await bench.issued({ context: { store: second } });
      return SILENT;
    };
    answer({ submit: [takenOverAndStamped] });
    const outcome = await bench.issued();
    expect(outcome).toMatchObject({ isDuplicate: true, record: { state: 'stamped' } });
    expect(bench.authority.calls).toEqual(['send', 'ask']);
  });

  describe('a document that has its number', () => {
    const company = exampleCompany({
      establishments: [
        { code: 'M001', points_of_sale: ['P001', 'P002'] },
        { code: 'S001', points_of_sale: ['P001'] },
      ],
    });

    it('is built again for the place of its number', async () => {
      answer({ submit: [REJECTED, STAMPED] });
      const first = await bench.issued({ company });
      const second = await bench.issued({ company, order: exampleOrder({ establishment: 'S001' }) });
      expect(second.record).toMatchObject({
        state: 'stamped',
        establishment: 'M001',
        pointOfSale: 'P001',
        numeroControl: first.record.numeroControl,
      });
      expect(bench.authority.sent[1]?.jws).toContain('"codEstable":"M001"');
    });

    it('keeps a generation that admits its number when the company has moved on', async () => {
      const places = { code: 'CASA', points_of_sale: ['0001'] };
      const old = exampleCompany({ schema_generation: 'v1', establishments: [places] });
      const establishments = [{ code: 'M001', points_of_sale: ['P001'] }, places];
      const moved = exampleCompany({ schema_generation: 'v1', establishments });
      const v2 = { generation: 'v2', fromMs: null } as const;
      const migrated = { ...moved, generations: { ...moved.generations, '01': [v2] } };
      answer({ submit: [REJECTED, STAMPED] });
      await bench.issued({ company: old });
      const { record } = await bench.issued({ company: migrated });
      expect(record).toMatchObject({ state: 'stamped', generation: 'v1', establishment: 'CASA' });
      expect(bench.authority.sent.map(({ version }) => version)).toEqual([1, 1]);
    });

    it('keeps December’s number and date in January', async () => {
      const clock = { ...bench.clock, now: () => Date.parse('2026-12-31T23:59:59-06:00') };
      const december = { ...bench.context, clock, store: createDocumentStore(storage.pool, clock) };
      answer({ submit: [REJECTED, STAMPED] });
      const first = await bench.issued({ context: december });
      const later = { ...bench.clock, now: () => Date.parse('2027-01-01T00:00:01-06:00') };
      const second = await bench.issued({
        context: { clock: later, store: createDocumentStore(storage.pool, later) },
      });
      expect(second.record.numeroControl).toBe(first.record.numeroControl);
      expect(bench.authority.sent[1]?.jws).toContain('"fecEmi":"2026-12-31","horEmi":"23:59:59"');
    });
  });

  it('goes on with a document that was numbered and never signed', async () => {
    const { record } = heldOf(
      await bench.store.claim(claimRequest(bench.companyId, { externalRef: refOf('ref'), leaseMs: 0 })),
    );
    answer({ submit: [STAMPED] });
    expect(await bench.issued()).toMatchObject({
      isDuplicate: false,
      record: { documentId: record.documentId, numeroControl: record.numeroControl, state: 'stamped' },
    });
  });

  it('asks first about a document whose node died while it was in flight', async () => {
    answer({ submit: [() => Promise.reject(new Error('the node dies here'))] });
    await expect(bench.issue()).rejects.toThrow('dies here');
    await bench.expireLeases();
    answer({ consult: [ABSENT], submit: [STAMPED] });
    expect(await bench.issued()).toMatchObject({ isDuplicate: false, record: { state: 'stamped' } });
    expect(bench.authority.calls).toEqual(['send', 'ask', 'send']);
    expect(new Set(bench.authority.sent.map(({ jws }) => jws)).size).toBe(1);
  });
});
