import { beforeEach, describe, expect, it } from 'vitest';
import { STAMP } from '../../../test/support/answers.ts';
import { type ContingencyBench, openContingencyBench } from '../../../test/support/contingency-bench.ts';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { codeOf, idOf, nitOf, sealOf } from '../../../test/support/identifiers.ts';
import { ABSENT, REJECTED, SILENT, STAMPED } from '../../../test/support/issuing-bench.ts';
import { processingTime } from '../../../test/support/processing-time.ts';
import { present, sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import type { Reception } from '../authority/ports.ts';
import { FAILURES_TO_OPEN } from '../background/circuit-breaker.ts';
import type { WorkStore } from '../background/ports.ts';
import { leaseMs } from '../sending/send.ts';
import type { LoteQuery, ReportAnswer } from './ports.ts';
import { type ContingencyContext, lookAfterContingency } from './report-contingency.ts';

const RAW = { status: 200, body: '{}' };
const SEALED: ReportAnswer = { kind: 'sealed', selloRecibido: sealOf('A'.repeat(40)), raw: RAW };
const REPORT_SILENT: ReportAnswer = { kind: 'silent', reason: 'time-out', raw: null };
const REFUSED: ReportAnswer = { kind: 'rejected', known: null, observaciones: ['MAL'], raw: RAW };
const KNOWN: ReportAnswer = { ...REFUSED, known: 'event' };
const DAY_MS = 86_400_000;

describeOnDatabases('a contingency', (name) => {
  const storage = sharedBench(name);
  let world: ContingencyBench;
  beforeEach(async () => {
    world = await openContingencyBench(storage);
  });

  /** The authority answers again, and the event lists what waits. */
  const openEvent = async () => {
    world.bench.authority.answer({ consult: [ABSENT] });
    await world.lookAfter();
  };
  const report = async (...answers: readonly ReportAnswer[]) => {
    for (const answer of answers) {
      world.contingencies.answer({ report: [answer] });
      await world.lookAfter();
    }
  };
  const reported = () =>
    world.contingencies.reports.map(
      (jws): { readonly identificacion: { readonly codigoGeneracion: string } } =>
        JSON.parse(jws.slice(jws.indexOf('{'))),
    );
  /** The codes under which the event was reported. */
  const codes = () => new Set(reported().map(({ identificacion }) => identificacion.codigoGeneracion));
  /** As if the event had last been signed so long ago that its time of transmission is too old. */
  const ageReports = () =>
    storage.asSuperuser`UPDATE contingency_attempts SET signed_at = signed_at - interval '21 minutes'
      WHERE company_id = ${world.bench.companyId}`;
  const endReportIn = (ms: number) =>
    storage.asSuperuser(
      `UPDATE contingency_events SET report_until = to_timestamp($2::float8 / 1000) WHERE company_id = $1`,
      [world.bench.companyId, world.context.clock.now() + ms],
    );
  const listed = () =>
    storage.asSuperuser`SELECT document_id, event_id FROM contingency_items
      WHERE company_id = ${world.bench.companyId}`;
  const eventCount = async () =>
    (await storage.asSuperuser`SELECT 1 FROM contingency_events WHERE company_id = ${world.bench.companyId}`)
      .length;
  /** Tells the breaker of calls of the company, until it knows them to be answered or not. */
  const noteCalls = (answered: boolean) => {
    const account = {
      companyId: world.bench.companyId,
      ambiente: '00',
      nit: nitOf('06140101900018'),
    } as const;
    const query = { account, tipoDte: '01', generation: 'v2', codigoGeneracion: codeOf('X') } as const;
    for (const _ of upTo(FAILURES_TO_OPEN)) world.context.breaker.note(query, answered);
  };
  const sentBytes = () => world.bench.authority.sent.map(({ jws }) => jws);

  describe('of documents that waited for longer than the quarantine', () => {
    it('signs each again, once, under its number and code', async () => {
      const [id = ''] = await world.formalDocuments(1);
      const first = present(sentBytes()[0]);
      const kept = present(await world.bench.store.signedBytes(world.bench.companyId, idOf(id))).jws;
      const [before, after] = [first, kept].map((jws) => JSON.parse(jws.slice(jws.indexOf('{'))));
      expect(before.identificacion).toMatchObject({
        tipoModelo: 1,
        tipoOperacion: 1,
        tipoContingencia: null,
      });
      const contingency = { tipoModelo: 2, tipoOperacion: 2, tipoContingencia: 1 };
      expect(after).toEqual({ ...before, identificacion: { ...before.identificacion, ...contingency } });
      const signatures = world.bench.signer.signatures();
      await world.bench.revalidate(id);
      expect(world.bench.signer.signatures()).toBe(signatures);
      expect(sentBytes()).toHaveLength(3);
    });

    it('lists them in one event once the authority answers, and sends none before its seal', async () => {
      const ids = await world.formalDocuments(3);
      await openEvent();
      await Promise.all(ids.map((id) => world.bench.revalidate(id)));
      const sends = sentBytes().length;
      await report(SEALED);
      expect(sentBytes()).toHaveLength(sends);
      expect(reported()).toMatchObject([
        { detalleDTE: [{ noItem: 1 }, { noItem: 2 }, { noItem: 3 }], motivo: { tipoContingencia: 1 } },
      ]);
      const event = await world.eventRow();
      expect(event).toMatchObject({ reception_stamp: 'A'.repeat(40) });
      const [ends, reportUntil, sealed, transmitUntil] = [
        'ends_at',
        'report_until',
        'sealed_at',
        'transmit_until',
      ].map((column) => Number(event[column]));
      expect(Number(reportUntil) - Number(ends)).toBe(DAY_MS);
      expect(Number(transmitUntil) - Number(sealed)).toBe(3 * DAY_MS);
    });

    it('waits for those whose fate is still in doubt', async () => {
      const [first = '', second = ''] = await world.formalDocuments(2);
      await storage.asSuperuser`UPDATE documents
        SET contingency_type = NULL, generation_code = upper(gen_random_uuid()::text)
        WHERE document_id = ${second}`;
      await world.lookAfter();
      expect(await eventCount()).toBe(0);
      await storage.asSuperuser(
        `UPDATE documents SET contingency_since = contingency_since - interval '3 hours' WHERE document_id = ANY($1)`,
        [[first, second]],
      );
      await openEvent();
      expect(await listed()).toEqual([{ document_id: first, event_id: expect.any(String) }]);
    });

    it('opens no event while the authority is silent, and asks nothing while it is known to be', async () => {
      await world.formalDocuments(1);
      world.bench.authority.answer({ consult: [SILENT] });
      await world.lookAfter();
      noteCalls(false);
      await world.lookAfter();
      expect(await eventCount()).toBe(0);
    });

    it('lists a document once, whoever opens events', async () => {
      await world.formalDocuments(4);
      const { contingencies, identities, clock } = world.context;
      const open = () =>
        contingencies.open(
          {
            companyId: world.bench.companyId,
            ambiente: '00',
            eventId: identities.documentId(),
            codigoGeneracion: identities.codigoGeneracion(),
            nowMs: clock.now(),
          },
          { reportMs: DAY_MS, transmitMs: 3 * DAY_MS },
        );
      const opened = await Promise.all(upTo(4).map(open));
      expect(opened.filter((one) => one)).toHaveLength(1);
      const items = await listed();
      expect([items.length, new Set(items.map((item) => item['event_id'])).size]).toEqual([4, 1]);
    });
  });

  describe('whose event', () => {
    beforeEach(async () => {
      await world.formalDocuments(2);
      await openEvent();
    });

    it('meets silence goes again with the same bytes, while they are fresh', async () => {
      await report(REPORT_SILENT, REPORT_SILENT, SEALED);
      expect(new Set(world.contingencies.reports).size).toBe(1);
    });

    it('is not sent while the authority is known to be silent, and warns of its clock all the same', async () => {
      noteCalls(false);
      await endReportIn(DAY_MS / 3);
      await world.lookAfter();
      expect(world.contingencies.reports).toEqual([]);
      expect(world.bench.warnings.at(-1)?.event).toBe('contingency_event_late');
      noteCalls(true);
      await report(SEALED);
      expect(world.contingencies.reports).toHaveLength(1);
    });

    it('is signed anew under its code once its time of transmission is too old', async () => {
      await report(REPORT_SILENT);
      await ageReports();
      await report(SEALED);
      expect(new Set(world.contingencies.reports).size).toBe(2);
      expect(codes().size).toBe(1);
    });

    it.each([
      ['although its answer was lost', [REPORT_SILENT, KNOWN]],
      ['in a copy before its first answer', [KNOWN]],
    ])('arrived %s is sealed under its code, without a stamp', async (_, answers) => {
      await report(...answers);
      expect(await world.eventRow()).toMatchObject({ reception_stamp: null, sealed_at: expect.any(Date) });
    });

    it('is rejected while earlier bytes of it may arrive keeps its code', async () => {
      await report(REPORT_SILENT);
      await ageReports();
      await report(REFUSED, KNOWN);
      expect(codes().size).toBe(1);
      expect(await world.eventRow()).toMatchObject({ sealed_at: expect.any(Date) });
    });

    it('is rejected is corrected and sent again under a new code, and the operator told', async () => {
      await report(REFUSED, SEALED);
      expect(codes().size).toBe(2);
      expect(world.bench.warnings.map(({ event }) => event)).toContain('contingency_event_rejected');
      expect(await world.eventRow()).toMatchObject({ reception_stamp: 'A'.repeat(40), observations: [] });
    });

    it('was not delivered is signed again', async () => {
      await report({ kind: 'not_delivered', reason: 'ECONNREFUSED', raw: null }, SEALED);
      const attempts = await storage.asSuperuser`SELECT outcome FROM contingency_attempts
        WHERE company_id = ${world.bench.companyId} ORDER BY attempt`;
      expect(attempts).toEqual([{ outcome: 'not_delivered' }, { outcome: 'sealed' }]);
    });

    it('cannot be signed waits, and says so', async () => {
      world.bench.signer.behave({
        failures: [{ kind: 'failed', failure: 'certificate_expired', reason: 'ended' }],
      });
      await world.lookAfter();
      expect(world.contingencies.reports).toEqual([]);
      expect(world.bench.warnings.at(-1)?.event).toBe('signing_failed');
      await report(SEALED);
    });

    it('is late warns at 50, 80 and 95 per cent of its 24 hours, once each', async () => {
      for (const share of [0.1, 0.51, 0.52, 0.81, 0.96, 0.97]) {
        await endReportIn(DAY_MS * (1 - share));
        await report(REPORT_SILENT);
      }
      const warned = world.bench.warnings.filter(({ event }) => event === 'contingency_event_late');
      expect(warned.map(({ detail }) => detail['percent'])).toEqual([50, 80, 95]);
    });
  });

  describe('whose event is sealed', () => {
    const sealed = async (documents: number) => {
      const ids = await world.formalDocuments(documents);
      await openEvent();
      await report(SEALED);
      return ids;
    };
    const stampedAll = ({ codigos }: LoteQuery) => new Map(codigos.map((code) => [code, STAMPED] as const));
    const received = [{ kind: 'received', codigoLote: 'LOTE' } as const];
    const lookAfterWith = async (changes: Partial<ContingencyContext>) => {
      await storage.asSuperuser('UPDATE contingency_events SET next_attempt_at = now(), lease_until = NULL');
      const eventId = String((await world.eventRow())['event_id']);
      const due = { companyId: world.bench.companyId, ambiente: '00', eventId } as const;
      return lookAfterContingency({ ...world.context, ...changes }, { due, stop: { aborted: false } });
    };

    it('brings few documents one by one, as they were signed, and finishes', async () => {
      const ids = await sealed(2);
      const kept = await Promise.all(
        ids.map(
          async (id) => present(await world.bench.store.signedBytes(world.bench.companyId, idOf(id))).jws,
        ),
      );
      await world.lookAfter();
      for (const id of ids) {
        world.bench.authority.answer({ submit: [STAMPED] });
        await world.bench.revalidate(id);
      }
      expect(await world.states()).toEqual(['stamped', 'stamped']);
      expect(new Set(sentBytes().slice(-2))).toEqual(new Set(kept));
      await world.lookAfter();
      expect(await world.eventRow()).toMatchObject({ next_attempt_at: null });
    });

    it('a rejection at the end leaves the document rejected and retriable', async () => {
      const [id = ''] = await sealed(1);
      world.bench.authority.answer({ submit: [REJECTED] });
      await world.bench.revalidate(id);
      expect(await world.states()).toEqual(['rejected']);
      await world.lookAfter();
      expect(await world.eventRow()).toMatchObject({ next_attempt_at: null });
    });

    it('sends many in a lote and waits for their verdicts', async () => {
      await sealed(12);
      const rejectOne = ({ codigos }: LoteQuery) =>
        new Map<string, Reception>(codigos.slice(0, 1).map((code) => [code, REJECTED]));
      world.contingencies.answer({ lote: received, results: [() => null, rejectOne, stampedAll] });
      await world.lookAfter();
      const [lote] = world.contingencies.lotes;
      expect(lote?.documents).toHaveLength(12);
      expect(lote?.idEnvio).toMatch(/^[0-9A-F]{8}-[0-9A-F]{4}-4/);
      expect(world.contingencies.queries.map(({ codigos }) => codigos.length)).toEqual([12, 12, 11]);
      const states = await world.states();
      expect(states.filter((state) => state === 'stamped')).toHaveLength(11);
      expect(states.filter((state) => state === 'rejected')).toHaveLength(1);
    });

    it('ties a seal to the bytes that were on their way when it was given, also where a lote is answered with it', async () => {
      await sealed(11);
      const { companyId } = world.bench;
      await storage.asSuperuser`UPDATE attempts SET first_sent_at = first_sent_at - interval '20 minutes'
        WHERE company_id = ${companyId} AND attempt = 1`;
      const stamp = { ...STAMP, fhProcesamiento: processingTime(Date.now() - 19 * 60_000) };
      const old = ({ codigos }: LoteQuery) =>
        new Map(codigos.map((code) => [code, { ...STAMPED, stamp }] as const));
      world.contingencies.answer({ lote: received, results: [old] });
      await world.lookAfter();
      const kept = await storage.asSuperuser`SELECT stamped_attempt, count(*)::int AS documents FROM documents
        WHERE company_id = ${companyId} GROUP BY 1`;
      expect(kept).toEqual([{ stamped_attempt: 1, documents: 11 }]);
    });

    it('leaves with those that are aboard before their leases grow old', async () => {
      await sealed(12);
      world.contingencies.answer({ lote: received, results: [stampedAll] });
      const { work, times } = world.context;
      const slow: WorkStore['take'] = (request) => {
        world.bench.clock.advance(leaseMs(times) / 8);
        return work.take(request);
      };
      await lookAfterWith({ work: { ...work, take: slow } });
      expect(world.contingencies.lotes.map(({ documents }) => documents.length)).toEqual([4]);
      const byState = Map.groupBy(await world.states(), String);
      expect(byState.get('stamped')).toHaveLength(4);
      expect(byState.get('contingency')).toHaveLength(8);
      expect((await world.eventRow())['lease_until']).toBeNull();
    });

    it('records every document of a lote as unknown before it leaves', async () => {
      await sealed(11);
      const died = new Error('power cut');
      world.contingencies.answer({ lote: received });
      const authority = { ...world.contingencies, submitLote: () => Promise.reject(died) };
      const { companyId } = world.bench;
      await expect(lookAfterWith({ contingencyAuthority: authority })).rejects.toBe(died);
      const unknown = await storage.asSuperuser`SELECT count(*)::int AS found FROM attempts
        WHERE company_id = ${companyId} AND outcome = 'unknown' AND formal`;
      expect(unknown).toEqual([{ found: 11 }]);
      await world.bench.expireLeases();
      const [row] = await storage.asSuperuser`SELECT document_id FROM documents
        WHERE company_id = ${companyId}`;
      world.bench.authority.answer({ consult: [STAMPED] });
      expect(await world.bench.revalidate(String(row?.['document_id']))).toMatchObject({ adopted: true });
    });

    it('asks about each document of a lote that was not answered', async () => {
      const ids = await sealed(11);
      world.contingencies.answer({ lote: [{ kind: 'silent', reason: 'time-out' }] });
      await world.lookAfter();
      for (const id of ids) {
        world.bench.authority.answer({ consult: [STAMPED] });
        expect(await world.bench.revalidate(id)).toMatchObject({ adopted: true });
      }
    });

    it.each(['refused', 'not_delivered'] as const)(
      'sends the documents of a lote that was %s in another one after a minute in which they may go alone',
      async (kind) => {
        await sealed(11);
        world.contingencies.answer({ lote: [{ kind, reason: 'x' }, ...received], results: [stampedAll] });
        await world.lookAfter();
        await world.lookAfter();
        expect(world.contingencies.lotes.map(({ documents }) => documents.length)).toEqual([11]);
        await storage.asSuperuser`UPDATE attempts SET last_sent_at = last_sent_at - interval '1 minute'
          WHERE company_id = ${world.bench.companyId}`;
        await world.lookAfter();
        expect(world.contingencies.lotes.map(({ documents }) => documents.length)).toEqual([11, 11]);
        expect(new Set(await world.states())).toEqual(new Set(['stamped']));
      },
    );

    it('gives a lote up that has no results in five minutes, and asks one by one', async () => {
      const [id = ''] = await sealed(11);
      world.contingencies.answer({ lote: received, results: upTo(200).map(() => () => null) });
      await world.lookAfter();
      world.bench.authority.answer({ consult: [STAMPED] });
      expect(await world.bench.revalidate(id)).toMatchObject({ adopted: true });
    });
  });
});
