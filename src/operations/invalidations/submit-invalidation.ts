import { invalidacionText, invalidacionVersion } from '../../core/dte/invalidacion.ts';
import type { SentBytes } from '../../core/submitting/attempt.ts';
import { retryDelayMs } from '../../core/submitting/back-off.ts';
import { nextInvalidationStep } from '../../core/submitting/next-event-step.ts';
import type { AuthorityAccount } from '../authority/ports.ts';
import type { CompanyReader } from '../background/ports.ts';
import type { IssuingContext } from '../documents/issuing-context.ts';
import type { Lease } from '../documents/ports.ts';
import { MOST_TAKINGS, type Resumed, type ResumptionTask } from '../documents/revalidate-document.ts';
import {
  type Answer,
  bringOn,
  type Ended,
  leaseMs,
  type Protocol,
  type SendingTask,
  writtenTo,
} from '../sending/send.ts';
import type {
  HeldInvalidation,
  InvalidationAnswer,
  InvalidationAuthority,
  InvalidationBytes,
  InvalidationRecord,
  InvalidationStore,
  InvalidationVerdict,
} from './ports.ts';

/** What invalidating needs from outside. */
export interface InvalidatingContext extends IssuingContext {
  readonly invalidations: InvalidationStore;
  /** Tells `breaker` of its calls. */
  readonly invalidationAuthority: InvalidationAuthority;
}

interface InvalidationTask extends SendingTask {
  readonly invalidation: HeldInvalidation;
}

/** Brings a held invalidation to a verdict or leaves it open for a later run. */
export function submitInvalidation(
  context: InvalidatingContext,
  task: InvalidationTask,
): Promise<Ended<{ readonly record: InvalidationRecord }>> {
  return bringOn({ context, task, protocol: invalidationProtocol(context, task) }, task.invalidation);
}

function invalidationProtocol(
  context: InvalidatingContext,
  task: InvalidationTask,
): Protocol<HeldInvalidation, InvalidationVerdict, { readonly record: InvalidationRecord }> {
  const { invalidations: store, times } = context;
  const settle = async ({ lease }: HeldInvalidation, verdict: InvalidationVerdict) => {
    const record = await store.settle(lease, verdict);
    return record === null ? null : { record };
  };
  return {
    ...writtenTo<Lease, InvalidationBytes, HeldInvalidation>(store),
    next: ({ held: { attempts, record } }, progress) =>
      nextInvalidationStep({ attempts, codigoGeneracion: record.codigoGeneracion }, progress),
    sign: (held) => sign(context, held),
    send: (held, attempt) => send(context, task.account, held, attempt),
    settle: ({ held }, verdict) => settle(held, verdict),
    wait: async ({ held, silence }, retryMs) => {
      const { record, lease } = held;
      if (record.state !== 'rejected') return settle(held, { kind: 'silence', ...silence, retryMs });
      // Callers have been told of the rejection that is in doubt.
      await store.release(lease, retryMs);
      return { record };
    },
    retryMs: ({ tries, lease }) => retryDelayMs(tries, lease.documentId, times.quarantineMs),
  };
}

function sign({ signer, clock }: InvalidatingContext, held: HeldInvalidation) {
  const { record, draft, ambiente, requestedMs, postedMs, tipoDte, lease } = held;
  const { generation, codigoGeneracion } = record;
  const identity = { ambiente, generation, codigoGeneracion, requestedMs, postedMs, tipoDte };
  return signer.sign(
    { companyId: lease.companyId, ambiente },
    invalidacionText(draft, identity),
    clock.now(),
  );
}

async function send(
  { invalidationAuthority, times }: InvalidatingContext,
  account: AuthorityAccount,
  held: HeldInvalidation,
  attempt: SentBytes,
): Promise<Answer<InvalidationVerdict>> {
  const { tipoDte, documentCode: codigoGeneracion, documentGeneration: generation } = held;
  const invalidated = { account, tipoDte, generation, codigoGeneracion };
  const answer = await invalidationAuthority.invalidate({
    account,
    version: invalidacionVersion(held.record.generation),
    codigoGeneracion: attempt.codigoGeneracion,
    invalidated,
    jws: attempt.jws,
    idEnvio: attempt.sends,
  });
  switch (answer.kind) {
    case 'sealed': {
      const { codigoMsg, descripcionMsg, observaciones, ...seal } = answer.stamp;
      const message = [descripcionMsg, ...observaciones].join(' ');
      const { raw } = answer;
      return { kind: 'verdict', verdict: { kind: 'sealed', ours: true, ...seal, codigoMsg, message, raw } };
    }
    case 'rejected':
      return rejected(answer, attempt, {
        doubtedMs: doubtedMs(held, attempt, Math.max(times.quarantineMs, held.quarantineMs)),
        speaksOf: () => invalidationAuthority.speaksOf(invalidated),
      });
    case 'silent':
    case 'not_delivered':
      return answer;
  }
}

/**
 * A rejection settles the sending that it answers. It settles the bytes only where every other sending of them is
 * answered, or so old that it can arrive no more; until then the bytes are kept, and sent again to know.
 */
function doubtedMs(
  { attempts }: HeldInvalidation,
  { number, sends }: SentBytes,
  quarantineMs: number,
): number | null {
  const earlierAgoMs = attempts.find((one) => one.number === number)?.earlierAgoMs ?? 0;
  return sends > 1 && earlierAgoMs < quarantineMs ? quarantineMs - earlierAgoMs : null;
}

const ARRIVED =
  'Hacienda tiene el documento como invalidado; el sello de la invalidación se perdió en el camino.';
const SOMEBODY_ELSE = 'Hacienda ya tenía el documento como invalidado.';
const TO_BE_ASKED = 'the authority has it, and must be asked about it';

/**
 * Nobody but us knows the event's own code: where the authority knows it, the event had arrived, be it that the network
 * carried its first sending twice. That the document is invalidated means the same after a sending of unknown fate;
 * without one, that somebody else has invalidated the document. An authority that says so of a document must also be
 * able to say what it knows of it.
 */
function rejected(
  { already, rejection, raw }: Extract<InvalidationAnswer, { kind: 'rejected' }>,
  { sends }: SentBytes,
  { doubtedMs, speaksOf }: { readonly doubtedMs: number | null; readonly speaksOf: () => Promise<boolean> },
): Answer<InvalidationVerdict> {
  const unsealed = {
    kind: 'sealed',
    selloRecibido: null,
    fhProcesamiento: null,
    codigoMsg: rejection.codigoMsg,
    raw,
  } as const;
  if (already === 'registered' || (already === 'invalidated' && sends > 1))
    return {
      kind: 'known',
      unconfirmed: TO_BE_ASKED,
      confirm: async () =>
        (await speaksOf())
          ? { kind: 'verdict', verdict: { ...unsealed, ours: true, message: ARRIVED } }
          : { kind: 'silent', reason: TO_BE_ASKED },
    };
  if (already === 'invalidated')
    return { kind: 'verdict', verdict: { ...unsealed, ours: false, message: SOMEBODY_ELSE } };
  return { kind: 'verdict', verdict: { kind: 'rejected', rejection, raw, doubtedMs } };
}

/** What the background work on invalidations needs from outside. */
export interface InvalidationWorkContext extends InvalidatingContext {
  readonly companies: CompanyReader;
}

/**
 * Brings an invalidation without a verdict on, without a client's retry: after silence, and after a node that died.
 * Throws what the database does; the invalidation then comes back by itself.
 */
export async function resumeInvalidation(
  context: InvalidationWorkContext,
  { due, stop }: ResumptionTask,
): Promise<Resumed<{ readonly record: InvalidationRecord }>> {
  const company = await context.companies.company(due.companyId);
  if (company === null) return { kind: 'gone' };
  const lease = { leaseMs: leaseMs(context.times), mostTakings: MOST_TAKINGS };
  const taking = await context.invalidations.take({ ...due, ...lease });
  if (taking.kind === 'put_aside') context.log.warn('invalidation_put_aside', { ...due });
  if (taking.kind !== 'held') return taking;
  const { held } = taking;
  const account = { companyId: due.companyId, ambiente: held.ambiente, nit: company.nit };
  const deadline = context.clock.monotonic() + context.times.requestBudgetMs;
  return submitInvalidation(context, { invalidation: held, account, deadline, stop });
}
