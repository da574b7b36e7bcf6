import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DocumentRecord } from '../../src/operations/documents/ports.ts';
import { establishmentOf, pointOfSaleOf, refOf } from '../support/identifiers.ts';
import { shared } from '../support/shared.ts';
import { claimRequest, correlativeOf, heldOf, upTo } from '../support/storage-bench.ts';
import { MACHINE_CLOCK } from './storage-rig.ts';
import { describeDocumentStore } from './storages.ts';

describeDocumentStore('claiming', (rig, company) => {
  const clock = { ...MACHINE_CLOCK, nowMs: 0, now: () => clock.nowMs };
  const dated = shared(() => rig.anotherNode(clock));
  type Changes = Parameters<typeof claimRequest>[1];
  const claimAt = async (instant: string, changes: Changes = {}): Promise<DocumentRecord> => {
    clock.nowMs = Date.parse(instant);
    return heldOf(await dated.store.claim(claimRequest(company.companyId, changes))).record;
  };
  const nextNumber = async () =>
    correlativeOf(heldOf(await rig.store.claim(claimRequest(company.companyId))).record);

  describe('a claim of a new reference', () => {
    it('numbers the document and gives its lease', async () => {
      const request = claimRequest(company.companyId, { externalRef: refOf('pedido-1') });
      const before = Date.now();
      const { record, attempts, lease, wantedHash } = heldOf(await rig.store.claim(request));
      expect(record).toMatchObject({
        companyId: company.companyId,
        documentId: request.documentId,
        externalRef: 'pedido-1',
        tipoDte: '01',
        numeroControl: 'DTE-01-M001P001-000000000000001',
        codigoGeneracion: request.codigoGeneracion(0),
        state: 'claimed',
        hasWanted: false,
        selloRecibido: null,
        summary: request.prepared.summary,
      });
      expect(record.postedMs).toBeGreaterThanOrEqual(before);
      expect(record.postedMs).toBeLessThanOrEqual(Date.now());
      expect(attempts).toEqual([]);
      expect(lease).toMatchObject({ companyId: company.companyId, documentId: request.documentId });
      expect(wantedHash).toBe(record.payloadHash);
    });

    it('keeps the reference byte for byte', async () => {
      const references = ['a', 'A', 'a a', 'café', 'cafe', '../x', '😀'.repeat(100), randomUUID()];
      for (const externalRef of references) {
        const { record } = heldOf(
          await rig.store.claim(claimRequest(company.companyId, { externalRef: refOf(externalRef) })),
        );
        expect(record.externalRef).toBe(externalRef);
      }
      expect(await nextNumber()).toBe(references.length + 1);
    });

    it('has the reference of another company to itself', async () => {
      for (const companyId of [company.companyId, await rig.addCompany()]) {
        const claim = await rig.store.claim(claimRequest(companyId, { externalRef: refOf('same') }));
        expect(correlativeOf(heldOf(claim).record)).toBe(1);
      }
    });

    it('makes one record of one reference under 200 parallel claims of two nodes', async () => {
      const nodes = [rig, rig.anotherNode()];
      const claims = await Promise.all(
        upTo(200).map((turn) =>
          (nodes[turn % 2] ?? rig).store.claim(
            claimRequest(company.companyId, { externalRef: refOf('one') }),
          ),
        ),
      );
      const held = claims.flatMap((claim) => (claim.kind === 'held' ? [claim.document.lease.fence] : []));
      expect(held).toEqual(['1']);
      expect(claims.filter(({ kind }) => kind === 'busy')).toHaveLength(199);
      expect(await nextNumber()).toBe(2);
    });
  });

  describe('a claim counts in the series', () => {
    it('of the local year of its own instant', async () => {
      const instants = [
        ['2026-12-31T23:59:59.999-06:00', 1],
        ['2027-01-01T00:00:00.000-06:00', 1],
        ['2026-12-31T23:59:58.000-06:00', 2],
        ['2027-01-01T05:59:59.999Z', 3],
        ['2027-01-01T06:00:00.000Z', 2],
      ] as const;
      for (const [instant, number] of instants) {
        const record = await claimAt(instant);
        expect([instant, correlativeOf(record)]).toEqual([instant, number]);
        expect(record.postedMs).toBe(Date.parse(instant));
      }
    });

    it('of its year when it is taken up in the next one', async () => {
      const december = await claimAt('2026-12-31T23:59:00-06:00', { externalRef: refOf('late'), leaseMs: 0 });
      const january = await claimAt('2027-01-02T08:00:00-06:00', { externalRef: refOf('late') });
      expect(january.numeroControl).toBe(december.numeroControl);
      expect(january.postedMs).toBe(december.postedMs);
    });

    it.each([
      ['centralized', [1, 2, 3, 4, 5]],
      ['establishment', [1, 2, 3, 4, 1]],
      ['point_of_sale', [1, 2, 1, 1, 1]],
    ] as const)('of the company’s mode: %s', async (seriesMode, expected) => {
      const numbers: number[] = [];
      const sales = [
        { pointOfSale: pointOfSaleOf('P001') },
        { pointOfSale: pointOfSaleOf('P001') },
        { pointOfSale: pointOfSaleOf('P002') },
        { tipoDte: '03' },
        { establishment: establishmentOf('S001') },
      ] as const;
      for (const prepared of sales)
        numbers.push(correlativeOf(await claimAt('2026-06-01T12:00:00Z', { seriesMode, prepared })));
      expect(numbers).toEqual(expected);
    });

    it('of its environment', async () => {
      const test = await claimAt('2026-06-01T12:00:00Z');
      const production = await claimAt('2026-06-01T12:00:00Z', { prepared: { ambiente: '01' } });
      expect([correlativeOf(test), correlativeOf(production)]).toEqual([1, 1]);
    });

    it('and never repeats a control number when the mode changes within the year', async () => {
      const modes = [
        'centralized',
        'establishment',
        'point_of_sale',
        'establishment',
        'centralized',
      ] as const;
      const records: DocumentRecord[] = [];
      for (const seriesMode of modes) {
        records.push(await claimAt('2026-06-01T12:00:00Z', { seriesMode }));
        records.push(await claimAt('2026-06-01T12:00:00Z', { seriesMode }));
      }
      expect(records.map(correlativeOf)).toEqual(upTo(10));
      const elsewhere = {
        seriesMode: 'establishment',
        prepared: { establishment: establishmentOf('S001') },
      } as const;
      expect(correlativeOf(await claimAt('2026-06-01T12:00:00Z', elsewhere))).toBe(11);
    });
  });
});
