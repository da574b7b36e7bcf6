import { invalidacionText, invalidacionVersion } from '../../core/dte/invalidacion.ts';
import { retryDelayMs } from '../../core/submitting/back-off.ts';
import { SENDS_PER_RUN } from '../../core/submitting/next-step.ts';
import { type IssuingContext, leaseMs } from '../documents/issuing-context.ts';
import type { AuthorityAccount, SigningFailure, SilenceCause } from '../documents/ports.ts';
import type {
  HeldInvalidation,
  InvalidationAnswer,
  InvalidationAuthority,
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

/** How the work on a held invalidation ended. */
export type SubmittedInvalidation =
  | { readonly kind: 'settled'; readonly record: InvalidationRecord }
  | { readonly kind: 'signing_failed'; readonly failure: SigningFailure; readonly reason: string }
  /** Somebody else took it over; what became of it is in the store. */
  | { readonly kind: 'lease_lost' };

export interface InvalidationTask {
  readonly invalidation: HeldInvalidation;
  readonly account: AuthorityAccount;
  /** Monotonic instant after which nothing new is started. */
  readonly deadline: number;
  /** Once aborted, nothing new is started either. */
  readonly stop?: Pick<AbortSignal, 'aborted'>;
}

/** One run over an invalidation: what it is now, and what has been learnt and spent. */
interface Run {
  readonly held: HeldInvalidation;
  readonly sends: number;
  readonly undelivered: number;
  readonly gaveUp: boolean;
  readonly silence: Unheard;
}

/** Why there is no verdict yet. */
interface Unheard {
  readonly reason: string;
  readonly cause?: SilenceCause | undefined;
}

const LEASE_LOST: SubmittedInvalidation = { kind: 'lease_lost' };

/**
 * Brings a held invalidation to a verdict or leaves it open for a later run. A document is invalidated once, so the
 * same bytes may be sent at any time, and sending them again is also how one asks what became of them.
 */
export async function submitInvalidation(
  context: InvalidatingContext,
  task: InvalidationTask,
): Promise<SubmittedInvalidation> {
  const cause = context.breaker.causeOf(task.account);
  const silence = { reason: 'the authority was not called', cause };
  let run: Run = { held: task.invalidation, sends: 0, undelivered: 0, gaveUp: false, silence };
  while (mayGoOn(context, task, run)) {
    const outcome = await sendOnce(context, task, run);
    if ('kind' in outcome) return outcome;
    run = outcome;
  }
  const retryMs = retryMsOf(context, run.held);
  return settle(context, run, { kind: 'silence', ...run.silence, retryMs });
}

function mayGoOn({ breaker }: InvalidatingContext, task: InvalidationTask, run: Run): boolean {
  return !run.gaveUp && run.sends < SENDS_PER_RUN && !breaker.isOpen(task.account);
}

function isOutOfTime({ clock }: InvalidatingContext, { deadline, stop }: InvalidationTask): boolean {
  return clock.monotonic() >= deadline || stop?.aborted === true;
}

/** When the background comes back to it. */
function retryMsOf({ times }: InvalidatingContext, { tries, lease }: HeldInvalidation): number {
  return retryDelayMs(tries, lease.documentId, times.quarantineMs);
}

async function sendOnce(
  context: InvalidatingContext,
  task: InvalidationTask,
  run: Run,
): Promise<Run | SubmittedInvalidation> {
  if (isOutOfTime(context, task)) return { ...run, gaveUp: true };
  const leaseEndMs = context.clock.monotonic() + leaseMs(context.times);
  const recording = await recordBytes(context, run.held);
  if (recording.kind !== 'recorded') return recording;
  // Whoever stood still past its lease sends nothing: the next holder may know more by now.
  if (context.clock.monotonic() >= leaseEndMs) return LEASE_LOST;
  const answer = await send(context, task, recording);
  return answered(context, task, { run: { ...run, held: recording.held, sends: run.sends + 1 }, answer });
}

interface Recorded {
  readonly kind: 'recorded';
  readonly held: HeldInvalidation;
}

/** The bytes are on record as unknown before the first of them leaves. What never left may be sent as it is. */
async function recordBytes(
  context: InvalidatingContext,
  held: HeldInvalidation,
): Promise<Recorded | SubmittedInvalidation> {
  const { invalidations, times } = context;
  const { attempt, record, lease } = held;
  const usable = attempt?.outcome === 'unknown' || attempt?.outcome === 'not_delivered';
  if (attempt !== null && usable && attempt.codigoGeneracion === record.codigoGeneracion)
    return recorded(await invalidations.recordResend(lease, attempt.number, leaseMs(times)));
  const signing = await sign(context, held);
  if (signing.kind === 'failed') {
    await invalidations.release(lease, retryMsOf(context, held));
    return { kind: 'signing_failed', failure: signing.failure, reason: signing.reason };
  }
  return recorded(await invalidations.recordAttempt(lease, signing.jws, leaseMs(times)));
}

function recorded(held: HeldInvalidation | null): Recorded | SubmittedInvalidation {
  return held === null ? LEASE_LOST : { kind: 'recorded', held };
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

function send(
  { invalidationAuthority }: InvalidatingContext,
  { account }: InvalidationTask,
  { held }: Recorded,
): Promise<InvalidationAnswer> {
  const { attempt, record } = held;
  if (attempt === null) throw new Error('a recorded attempt is missing');
  return invalidationAuthority.invalidate({
    account,
    version: invalidacionVersion(record.generation),
    codigoGeneracion: attempt.codigoGeneracion,
    invalidated: documentOf(account, held),
    jws: attempt.jws,
    idEnvio: attempt.sends,
  });
}

function documentOf(account: AuthorityAccount, { tipoDte, documentCode }: HeldInvalidation) {
  return { account, tipoDte, codigoGeneracion: documentCode };
}

async function answered(
  context: InvalidatingContext,
  task: InvalidationTask,
  { run, answer }: { readonly run: Run; readonly answer: InvalidationAnswer },
): Promise<Run | SubmittedInvalidation> {
  switch (answer.kind) {
    case 'sealed': {
      const { codigoMsg, descripcionMsg, observaciones, ...seal } = answer.stamp;
      const message = [descripcionMsg, ...observaciones].join(' ');
      return settle(context, run, {
        kind: 'sealed',
        ours: true,
        ...seal,
        codigoMsg,
        message,
        raw: answer.raw,
      });
    }
    case 'rejected':
      return rejected(context, task, { run, answer });
    case 'silent':
      return { ...run, silence: { reason: answer.reason } };
    case 'not_delivered':
      return notDelivered(context, { ...run, silence: { reason: answer.reason, cause: answer.cause } });
  }
}

const ARRIVED =
  'Hacienda tiene el documento como invalidado; el sello de la invalidación se perdió en el camino.';
const SOMEBODY_ELSE = 'Hacienda ya tenía el documento como invalidado.';

/**
 * Nobody but us knows the event's own code: where the authority knows it, the event had arrived, be it that the network
 * carried its first sending twice. That the document is invalidated means the same after a sending of unknown fate;
 * without one, that somebody else has invalidated the document.
 */
async function rejected(
  context: InvalidatingContext,
  task: InvalidationTask,
  { run, answer }: { readonly run: Run; readonly answer: Extract<InvalidationAnswer, { kind: 'rejected' }> },
): Promise<Run | SubmittedInvalidation> {
  const { already, rejection, raw } = answer;
  const sentBefore = (run.held.attempt?.sends ?? 1) > 1;
  const arrived = already === 'registered' || (already === 'invalidated' && sentBefore);
  const unsealed = {
    kind: 'sealed',
    selloRecibido: null,
    fhProcesamiento: null,
    codigoMsg: rejection.codigoMsg,
  } as const;
  if (arrived) {
    const confirmed = await confirm(context, task, run);
    if (confirmed === 'lease_lost') return LEASE_LOST;
    if (!confirmed)
      return {
        ...run,
        gaveUp: true,
        silence: { reason: 'the authority has it, and must be asked about it' },
      };
    return settle(context, run, { ...unsealed, ours: true, message: ARRIVED, raw });
  }
  if (already === 'invalidated')
    return settle(context, run, { ...unsealed, ours: false, message: SOMEBODY_ELSE, raw });
  return settle(context, run, { kind: 'rejected', rejection, raw });
}

/** An authority that says so of a document must also be able to say what it knows of it. */
async function confirm(
  context: InvalidatingContext,
  task: InvalidationTask,
  { held }: Run,
): Promise<boolean | 'lease_lost'> {
  if (isOutOfTime(context, task)) return false;
  const kept = await context.invalidations.renew(held.lease, leaseMs(context.times));
  if (!kept) return 'lease_lost';
  return context.invalidationAuthority.speaksOf(documentOf(task.account, held));
}

/** Nothing of this sending can have been processed. One repetition, then a later run. */
async function notDelivered(context: InvalidatingContext, run: Run): Promise<Run | SubmittedInvalidation> {
  const undelivered = run.undelivered + 1;
  const after = { ...run, undelivered, gaveUp: undelivered > 1 };
  if ((run.held.attempt?.sends ?? 1) > 1) return after;
  const held = await context.invalidations.closeAttempt(run.held.lease);
  return held === null ? LEASE_LOST : { ...after, held };
}

async function settle(
  { invalidations }: InvalidatingContext,
  { held }: Run,
  verdict: InvalidationVerdict,
): Promise<SubmittedInvalidation> {
  const record = await invalidations.settle(held.lease, verdict);
  return record === null ? LEASE_LOST : { kind: 'settled', record };
}
