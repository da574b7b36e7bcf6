import { beforeEach, describe, expect, it } from 'vitest';
import {
  heldInvalidation,
  INVALIDATED,
  newEvent,
  REGISTERED,
  REJECTED,
  registerRequest,
  SEALED,
  SILENT,
  scriptedInvalidations,
  UNDELIVERED,
} from '../../../test/support/invalidation-bench.ts';
import { STAMPED } from '../../../test/support/issuing-bench.ts';
import type { Scripted } from '../../../test/support/script.ts';
import { anew } from '../../../test/support/shared.ts';
import { sharedIssuing } from '../../../test/support/shared-issuing.ts';
import type { DocumentRecord } from '../documents/ports.ts';
import { MOST_TAKINGS } from '../documents/revalidate-document.ts';
import type {
  HeldInvalidation,
  InvalidationAnswer,
  InvalidationStore,
  InvalidationVerdict,
} from './ports.ts';
import {
  type InvalidationWorkContext,
  resumeInvalidation,
  submitInvalidation,
} from './submit-invalidation.ts';

const BUDGET_MS = 25_000;

const bench = sharedIssuing('PostgreSQL 18');
const { storage } = bench;
let record: DocumentRecord;
const authority = anew(() => scriptedInvalidations());
const context = anew(() => ({ ...bench.context, invalidationAuthority: authority }));
beforeEach(async () => {
  bench.authority.answer({ submit: [STAMPED] });
  record = (await bench.issued()).record;
});

const hold = async (event = newEvent()): Promise<HeldInvalidation> =>
  heldInvalidation(await context.invalidations.register(registerRequest(record, { event })));
const submit = (invalidation: HeldInvalidation, changes: Partial<InvalidationWorkContext> = {}) => {
  const deadline = bench.clock.monotonic() + BUDGET_MS;
  return submitInvalidation({ ...context, ...changes }, { invalidation, account: bench.account(), deadline });
};
/** One run that meets these answers. */
const run = async (...answers: readonly Scripted<InvalidationAnswer>[]) => {
  authority.answer(...answers);
  return submit(await hold());
};
/** The background's run over the invalidation. */
const resume = (changes: Partial<InvalidationWorkContext> = {}) => {
  const due = { companyId: bench.companyId, documentId: record.documentId };
  return resumeInvalidation({ ...context, ...changes }, { due, stop: { aborted: false } });
};
/** The question about the document. */
const aboutRecord = () => ({
  account: bench.account(),
  tipoDte: '01',
  generation: 'v2',
  codigoGeneracion: record.codigoGeneracion,
});
const freeAll = () =>
  storage.asSuperuser(
    'UPDATE invalidations SET lease_until = NULL, next_attempt_at = now() WHERE next_attempt_at IS NOT NULL',
  );
const attempts = () =>
  storage.asSuperuser`SELECT outcome, sends FROM invalidation_attempts
    WHERE company_id = ${bench.companyId} ORDER BY attempt`;
const bytes = () => authority.sent.map(({ jws }) => jws);
const state = (expected: string, selloRecibido: unknown = null) => ({
  kind: 'settled',
  record: { state: expected, selloRecibido },
});

describe('a company that the authority does not let in', () => {
  it('has its invalidations settled as silence for that cause, also while nobody is asked', async () => {
    const verdicts: InvalidationVerdict[] = [];
    const settle: InvalidationStore['settle'] = (lease, verdict) => {
      verdicts.push(verdict);
      return context.invalidations.settle(lease, verdict);
    };
    const changes = { invalidations: { ...context.invalidations, settle } };
    const cause = 'sign_in_refused';
    const refused = { kind: 'not_delivered', reason: 'HTTP 401', cause, raw: null } as const;
    authority.answer(refused, refused);
    await submit(await hold(), changes);
    bench.goDark(cause);
    await freeAll();
    await submit(await hold(), changes);
    expect(authority.sent).toHaveLength(2);
    const silence = expect.objectContaining({ kind: 'silence', cause });
    expect(verdicts).toEqual([silence, silence]);
  });
});

describe('one run', () => {
  it('sends the signed event, its bytes on record before the first of them leaves', async () => {
    const seen: unknown[] = [];
    const looking = async (): Promise<InvalidationAnswer> => {
      seen.push(...(await attempts()));
      return SEALED;
    };
    const event = newEvent();
    authority.answer(looking);
    expect(await submit(await hold(event))).toMatchObject(state('sealed', expect.any(String)));
    expect(seen).toEqual([{ outcome: 'unknown', sends: 1 }]);
    const [sent] = authority.sent;
    expect(sent).toMatchObject({
      version: 3,
      codigoGeneracion: event.codigoGeneracion,
      idEnvio: 1,
      invalidated: aboutRecord(),
    });
    expect(sent?.jws).toContain(
      `{"identificacion":{"version":3,"ambiente":"00","codigoGeneracion":"${event.codigoGeneracion}","fecEmi":"2026-11-20","horEmi":"10:00:00","fusion":null},"emisor"`,
    );
  });

  it('sends the same bytes at most three times, and leaves the rest to a later one', async () => {
    expect(await run(SILENT, SILENT, SILENT)).toMatchObject(state('open'));
    expect([new Set(bytes()).size, bytes().length]).toEqual([1, 3]);
    expect(await attempts()).toEqual([{ outcome: 'unknown', sends: 3 }]);
    expect(await run(SEALED)).toMatchObject(state('sealed', expect.any(String)));
    expect([new Set(bytes()).size, bytes().length]).toEqual([1, 4]);
  });

  it.each([
    ['015', INVALIDATED],
    ['004', REGISTERED],
  ])('takes %s after a silence for its own work, once it has asked', async (_, already) => {
    authority.speak(true);
    expect(await run(SILENT, already)).toMatchObject({
      record: { state: 'sealed', selloRecibido: null, message: expect.stringContaining('se perdió') },
    });
    expect(authority.asked).toEqual([aboutRecord()]);
    expect(await attempts()).toEqual([{ outcome: 'sealed', sends: 2 }]);
  });

  it('stays open while the authority that says so does not answer the question', async () => {
    authority.speak(false);
    expect(await run(SILENT, INVALIDATED)).toMatchObject(state('open'));
    authority.speak(true);
    expect(await run(INVALIDATED)).toMatchObject(state('sealed'));
  });

  it('takes 015 without an earlier sending for somebody else’s work', async () => {
    expect(await run(INVALIDATED)).toMatchObject({
      record: {
        state: 'sealed',
        selloRecibido: null,
        message: 'Hacienda ya tenía el documento como invalidado.',
      },
    });
    expect(authority.asked).toEqual([]);
    expect(await attempts()).toEqual([{ outcome: 'rejected', sends: 1 }]);
  });

  it('takes 004 on a first sending for a copy of it that was faster, once it has asked', async () => {
    authority.speak(true);
    expect(await run(REGISTERED)).toMatchObject({
      record: { state: 'sealed', selloRecibido: null, message: expect.stringContaining('se perdió') },
    });
    expect(await attempts()).toEqual([{ outcome: 'sealed', sends: 1 }]);
  });

  it('ends with a rejection, after which another event has another code', async () => {
    expect(await run(REJECTED)).toMatchObject(state('rejected'));
    const [first] = authority.sent;
    expect(await run(SEALED)).toMatchObject(state('sealed', expect.any(String)));
    expect(authority.sent[1]?.codigoGeneracion).not.toBe(first?.codigoGeneracion);
  });

  it('repeats what was not delivered once, and keeps the bytes for later', async () => {
    expect(await run(UNDELIVERED, UNDELIVERED)).toMatchObject(state('open'));
    expect(await attempts()).toEqual([{ outcome: 'not_delivered', sends: 1 }]);
    await freeAll();
    authority.answer(SEALED);
    expect(await resume()).toMatchObject(state('sealed', expect.any(String)));
    expect(new Set(bytes()).size).toBe(1);
    expect(await attempts()).toEqual([{ outcome: 'sealed', sends: 1 }]);
  });

  it('hands over what it cannot sign, and says so', async () => {
    bench.signer.behave({ failures: [{ kind: 'failed', failure: 'signature_failed', reason: 'broken' }] });
    expect(await run()).toEqual({ kind: 'signing_failed', failure: 'signature_failed' });
    expect(bench.warnings.map(({ event }) => event)).toEqual(['signing_failed']);
    expect(await run(SEALED)).toMatchObject(state('sealed', expect.any(String)));
  });
});

describe('the background', () => {
  it('finishes what a node left registered, and what it left sent', async () => {
    await hold();
    await freeAll();
    authority.answer(SILENT, SILENT, SILENT);
    expect(await resume()).toMatchObject(state('open'));
    await freeAll();
    authority.answer(INVALIDATED);
    authority.speak(true);
    expect(await resume()).toMatchObject(state('sealed'));
    expect(await resume()).toEqual({ kind: 'gone' });
  });

  it('leaves alone what somebody holds, and companies that are none of its own', async () => {
    await hold();
    expect(await resume()).toEqual({ kind: 'gone' });
    await freeAll();
    expect(await resume({ companies: { company: async () => null } })).toEqual({ kind: 'gone' });
  });

  it('puts aside what kills its takers, visibly', async () => {
    await hold();
    await storage.asSuperuser`UPDATE invalidations SET takings = ${MOST_TAKINGS}
      WHERE company_id = ${bench.companyId}`;
    await freeAll();
    expect(await resume()).toEqual({ kind: 'put_aside' });
    expect(bench.warnings.map(({ event }) => event)).toEqual(['invalidation_put_aside']);
  });

  it('is woken when the authority is back', async () => {
    expect(await run(SILENT, SILENT, SILENT)).toMatchObject(state('open'));
    expect(await resume()).toEqual({ kind: 'gone' });
    await context.invalidations.wake(bench.companyId, '00', 0);
    authority.answer(SEALED);
    expect(await resume()).toMatchObject(state('sealed', expect.any(String)));
  });
});
