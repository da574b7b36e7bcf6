import { beforeEach, describe, expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import {
  newEvent,
  registerRequest,
  SEALED,
  SILENT,
  scriptedInvalidations,
} from '../../../test/support/invalidation-bench.ts';
import { STAMPED } from '../../../test/support/issuing-bench.ts';
import { anew } from '../../../test/support/shared.ts';
import { sharedIssuing } from '../../../test/support/shared-issuing.ts';
import type { InvalidationWish } from '../../core/adjusting/read-motivo.ts';
import type { DocumentRecord } from '../documents/ports.ts';
import { getInvalidation } from './get-invalidation.ts';
import { type CancellingContext, invalidateDocument } from './invalidate-document.ts';

const PERSON = { name: 'Ana Ficticia', document_type: '13', document_number: '000000018' };
const WISH: InvalidationWish = {
  type: null,
  reason: null,
  responsible: null,
  requester: null,
  replacement: null,
};

const company = exampleCompany({ invalidation: { responsible: PERSON, requester: PERSON } });
const bench = sharedIssuing('PostgreSQL 18', { company });
const { storage } = bench;
let record: DocumentRecord;
const authority = anew(() => scriptedInvalidations());
const context = anew(() => ({ ...bench.context, invalidationAuthority: authority, payloadOf: () => null }));
beforeEach(async () => {
  bench.authority.answer({ submit: [STAMPED] });
  record = (await bench.issued()).record;
});

const invalidate = (wish: Partial<InvalidationWish> = {}, changes: Partial<CancellingContext> = {}) =>
  invalidateDocument(
    { ...context, ...changes },
    {
      issuer: { companyId: bench.companyId, company },
      idOrRef: record.documentId,
      wish: { ...WISH, ...wish },
      onlyType: null,
    },
  );
/** As somebody else holds it. */
const holdElsewhere = () => context.invalidations.register(registerRequest(record, { event: newEvent() }));
const sentEvent = (index: number): unknown => {
  const jws = authority.sent[index]?.jws ?? '';
  return JSON.parse(jws.slice(jws.indexOf('{')));
};

describe('taking a document back', () => {
  it('sends an event made of the stamped document, the company and the request', async () => {
    authority.answer(SEALED);
    const outcome = await invalidate({ reason: 'Se vendió dos veces' });
    expect(outcome).toMatchObject({ kind: 'cancelled', record, isDuplicate: false, dataDropped: false });
    expect(sentEvent(0)).toMatchObject({
      identificacion: { version: 3, ambiente: '00', fecEmi: '2026-11-20' },
      emisor: { nit: company.nit, codEstableMH: 'M001', codPuntoVentaMH: 'P001' },
      documento: {
        tipoDte: '01',
        codigoGeneracion: record.codigoGeneracion,
        numeroControl: record.numeroControl,
        selloRecibido: record.selloRecibido,
        codigoGeneracionR: null,
      },
      motivo: { tipoAnulacion: 2, motivoAnulacion: 'Se vendió dos veces', numDocSolicita: '000000018' },
    });
  });

  it('is the same as how it stands afterwards', async () => {
    authority.answer(SILENT, SILENT, SILENT);
    const outcome = await invalidate();
    const query = { companyId: bench.companyId, idOrRef: record.externalRef, onlyType: null };
    const parts = { store: context.store, invalidations: context.invalidations };
    expect(await getInvalidation(parts, query)).toEqual(outcome);
    expect(await getInvalidation(parts, { ...query, onlyType: '14' })).toMatchObject({
      code: 'document_not_found',
    });
  });

  it('of another type than asked for is refused', async () => {
    const issuer = { companyId: bench.companyId, company };
    const request = { issuer, idOrRef: record.documentId, wish: WISH, onlyType: '14' } as const;
    expect(await invalidateDocument(context, request)).toMatchObject({ code: 'other_doc_type', status: 400 });
  });

  it('needs a certificate only for an event of its own', async () => {
    authority.answer(SILENT, SILENT, SILENT, SEALED);
    bench.signer.behave({ unready: 'certificate_expired' });
    expect(await invalidate()).toMatchObject({ code: 'signing_failed' });
    bench.signer.behave({});
    await invalidate();
    bench.signer.behave({ unready: 'certificate_expired' });
    expect(await invalidate({ reason: 'Otra razón' })).toMatchObject({
      by: { event: { state: 'sealed' } },
      dataDropped: true,
    });
  });

  it('answers 500 where the signature fails, and goes on the next time', async () => {
    bench.signer.behave({ failures: [{ kind: 'failed', failure: 'signature_failed', reason: 'broken' }] });
    expect(await invalidate()).toMatchObject({ code: 'signing_failed', status: 500 });
    expect(bench.warnings.map(({ event }) => event)).toEqual(['signing_failed']);
    authority.answer(SEALED);
    expect(await invalidate()).toMatchObject({ by: { event: { state: 'sealed' } } });
  });
});

describe('with somebody else at work', () => {
  it('waits for the end of the budget, and answers what it sees', async () => {
    await holdElsewhere();
    const started = bench.clock.monotonic();
    expect(await invalidate()).toMatchObject({ by: { kind: 'event', event: { state: 'open' } } });
    const waited = bench.clock.monotonic() - started;
    expect(waited).toBeLessThanOrEqual(context.times.requestBudgetMs);
    expect(waited).toBeGreaterThan(context.times.requestBudgetMs - 1_000);
    expect(authority.sent).toEqual([]);
  });

  it('takes over what they leave', async () => {
    await holdElsewhere();
    authority.answer(SEALED);
    const sleep = async () => {
      bench.clock.advance(100);
      await storage.asSuperuser("UPDATE invalidations SET lease_until = NULL WHERE state = 'open'");
    };
    const outcome = await invalidate({ reason: 'Otra razón' }, { clock: { ...bench.clock, sleep } });
    expect(outcome).toMatchObject({ by: { event: { state: 'sealed' } } });
    expect(sentEvent(0)).toMatchObject({ motivo: { motivoAnulacion: 'Otra razón' } });
  });

  it('who takes over in the middle, answers what becomes of it', async () => {
    const overtaken = async () => {
      await storage.asSuperuser`UPDATE invalidations
        SET state = 'sealed', next_attempt_at = NULL, lease_until = NULL, fence = fence + 1
        WHERE state = 'open'`;
      return SILENT;
    };
    authority.answer(overtaken, SILENT, SILENT);
    expect(await invalidate()).toMatchObject({ by: { event: { state: 'sealed' } }, isDuplicate: true });
  });

  it('decides again where the document has changed since it looked', async () => {
    const { invalidations } = context;
    let looks = 0;
    const subject: typeof invalidations.subject = async (...key) => {
      looks += 1;
      const found = await invalidations.subject(...key);
      if (looks === 1)
        await storage.asSuperuser(
          `INSERT INTO invalidations (company_id, document_id, environment, generation, state, generation_code,
             requested_at, draft) VALUES ($1, $2, '00', 'v2', 'sealed', $3, now(), '{}')`,
          [bench.companyId, record.documentId, newEvent().codigoGeneracion],
        );
      return found;
    };
    const outcome = await invalidate({}, { invalidations: { ...invalidations, subject } });
    expect(outcome).toMatchObject({ by: { event: { state: 'sealed' } }, isDuplicate: true });
    expect(looks).toBe(2);
  });
});
