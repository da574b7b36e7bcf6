import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ReportAnswer } from '../../src/operations/contingencies/ports.ts';
import type { DocumentRecord } from '../../src/operations/documents/ports.ts';
import { createDocumentStore } from '../../src/storage/documents/document-store.ts';
import { type ContingencyBench, openContingencyBench } from '../support/contingency-bench.ts';
import { describeOnDatabases } from '../support/database.ts';
import { sealOf } from '../support/identifiers.ts';
import {
  ABSENT,
  handClock,
  openIssuingBench,
  orderAt,
  REJECTED,
  SILENT,
  STAMPED,
} from '../support/issuing-bench.ts';
import { correlativeOf, present, sharedBench, upTo } from '../support/storage-bench.ts';

/** 31 December, 24:00 in El Salvador. */
const MIDNIGHT_MS = Date.UTC(2027, 0, 1, 6);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const SEALED: ReportAnswer = {
  kind: 'sealed',
  selloRecibido: sealOf('A'.repeat(40)),
  raw: { status: 200, body: '{}' },
};

/** What a simulated signer has signed. */
function signedText(jws: string): { readonly identificacion: Readonly<Record<string, unknown>> } {
  return JSON.parse(jws.slice(jws.indexOf('{')));
}

function identityOf({ documentId, numeroControl, postedMs }: DocumentRecord) {
  return { documentId, numeroControl, postedMs };
}

describeOnDatabases('at the turn of the year', (name) => {
  const storage = sharedBench(name);

  const seriesOf = (companyId: string) =>
    storage.asSuperuser`SELECT fiscal_year, last_number::int FROM series
      WHERE company_id = ${companyId} ORDER BY fiscal_year`;

  it('each document has the number, date and series of its own clock, however far the nodes’ are apart', async () => {
    const bench = await openIssuingBench(storage);
    const numbers = new Map<string, number[]>();
    for (const turn of upTo(12)) {
      const skewMs = turn % 2 === 0 ? 2 * MINUTE_MS : -2 * MINUTE_MS;
      const clock = handClock(MIDNIGHT_MS + (turn - 6) * 20_000 + skewMs);
      const context = { clock, store: createDocumentStore(storage.pool, clock) };
      bench.authority.answer({ submit: [STAMPED] });
      const { record } = await bench.issued({ externalRef: `turn ${turn}`, context });
      const { identificacion } = signedText(present(bench.authority.sent.at(-1)).jws);
      const year = clock.now() < MIDNIGHT_MS ? '2026' : '2027';
      expect(identificacion).toMatchObject({
        numeroControl: record.numeroControl,
        ...(year === '2026' ? { fecEmi: '2026-12-31' } : { fecEmi: '2027-01-01' }),
      });
      numbers.set(year, [...(numbers.get(year) ?? []), correlativeOf(record)]);
    }
    expect([...numbers].toSorted()).toEqual([
      ['2026', upTo(6)],
      ['2027', upTo(6)],
    ]);
    expect(await seriesOf(bench.companyId)).toEqual([
      { fiscal_year: 2026, last_number: 6 },
      { fiscal_year: 2027, last_number: 6 },
    ]);
  });

  it('the last and the first millisecond are a year apart', async () => {
    const bench = await openIssuingBench(storage);
    const issuedAt = async (nowMs: number) => {
      const clock = handClock(nowMs);
      bench.authority.answer({ submit: [STAMPED] });
      const context = { clock, store: createDocumentStore(storage.pool, clock) };
      const { record } = await bench.issued({ externalRef: randomUUID(), context });
      const { fecEmi, horEmi } = signedText(present(bench.authority.sent.at(-1)).jws).identificacion;
      return [correlativeOf(record), fecEmi, horEmi];
    };
    expect(await issuedAt(MIDNIGHT_MS - 1)).toEqual([1, '2026-12-31', '23:59:59']);
    expect(await issuedAt(MIDNIGHT_MS)).toEqual([1, '2027-01-01', '00:00:00']);
    expect(await issuedAt(MIDNIGHT_MS - 1)).toEqual([2, '2026-12-31', '23:59:59']);
  });

  it('a document of December that is rejected and sent again in January stays one of December', async () => {
    const clock = handClock(MIDNIGHT_MS - MINUTE_MS);
    const bench = await openIssuingBench(storage, { clock });
    bench.authority.answer({ submit: [REJECTED] });
    const december = (await bench.issued({ externalRef: 'december' })).record;
    clock.advance(2 * DAY_MS);
    await storage.asSuperuser`UPDATE documents SET settled_at = settled_at - interval '2 days'
      WHERE company_id = ${bench.companyId}`;
    bench.authority.answer({ submit: [STAMPED, STAMPED] });
    const { record } = await bench.issued({ externalRef: 'december', order: orderAt(2.26) });
    expect(identityOf(record)).toEqual(identityOf(december));
    expect(record).toMatchObject({ state: 'stamped' });
    expect(record.codigoGeneracion).not.toBe(december.codigoGeneracion);
    expect(signedText(present(bench.authority.sent.at(-1)).jws).identificacion).toMatchObject({
      numeroControl: december.numeroControl,
      fecEmi: '2026-12-31',
      horEmi: '23:59:00',
    });
    const january = (await bench.issued({ externalRef: 'january' })).record;
    expect(correlativeOf(january)).toBe(1);
    expect(await seriesOf(bench.companyId)).toEqual([
      { fiscal_year: 2026, last_number: 1 },
      { fiscal_year: 2027, last_number: 1 },
    ]);
  });

  it('a document of December whose answer comes in January is adopted as it was sent', async () => {
    const clock = handClock(MIDNIGHT_MS - MINUTE_MS);
    const bench = await openIssuingBench(storage, { clock });
    bench.authority.answer({ submit: [SILENT], consult: [SILENT] });
    const december = (await bench.issued({ externalRef: 'december' })).record;
    expect(december.state).toBe('contingency');
    clock.advance(5 * MINUTE_MS);
    bench.authority.answer({ consult: [STAMPED] });
    expect(await bench.revalidate(december.documentId)).toMatchObject({
      record: { ...identityOf(december), state: 'stamped', codigoGeneracion: december.codigoGeneracion },
    });
    expect(bench.authority.sent).toHaveLength(1);
    expect(await seriesOf(bench.companyId)).toEqual([{ fiscal_year: 2026, last_number: 1 }]);
  });

  it('documents of December that become formal in January are reported and sent as those of December', async () => {
    const world: ContingencyBench = await openContingencyBench(storage);
    const { bench, contingencies } = world;
    bench.clock.advance(MIDNIGHT_MS - 5 * MINUTE_MS - bench.clock.now());
    const [id = ''] = await world.formalDocuments(1);
    const december = present(await bench.store.find(bench.companyId, id));
    bench.clock.advance(DAY_MS / 2);
    bench.authority.answer({ consult: [ABSENT] });
    await world.lookAfter();
    contingencies.answer({ report: [SEALED] });
    await world.lookAfter();
    const event = signedText(present(contingencies.reports[0]));
    expect(event).toMatchObject({
      identificacion: { fTransmision: '2027-01-01' },
      detalleDTE: [{ codigoGeneracion: december.codigoGeneracion }],
      motivo: { fInicio: '2026-12-31', hInicio: '23:55:00', fFin: '2027-01-01' },
    });
    bench.authority.answer({ submit: [STAMPED] });
    const settled = await bench.revalidate(id);
    expect(settled).toMatchObject({ record: { ...identityOf(december), state: 'stamped' } });
    expect(signedText(present(bench.authority.sent.at(-1)).jws).identificacion).toMatchObject({
      tipoModelo: 2,
      numeroControl: december.numeroControl,
      fecEmi: '2026-12-31',
      horEmi: '23:55:00',
    });
    bench.authority.answer({ submit: [STAMPED] });
    expect(correlativeOf((await bench.issued({ externalRef: 'january' })).record)).toBe(1);
  });
});
