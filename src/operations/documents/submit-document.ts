import type { DocumentStanding } from '../../core/adjusting/standing.ts';
import type { Contingencia } from '../../core/dte/contingencia.ts';
import { documentText } from '../../core/dte/document-text.ts';
import { versionOf } from '../../core/dte/kinds.ts';
import type { Attempt } from '../../core/submitting/attempt.ts';
import { retryDelayMs } from '../../core/submitting/back-off.ts';
import {
  changedDataWaitMs,
  nextStep,
  type Progress,
  type Step,
  type Transmission,
} from '../../core/submitting/next-step.ts';
import { type IssuingContext, leaseMs } from './issuing-context.ts';
import type {
  AuthorityAccount,
  DocumentRecord,
  HeldDocument,
  NewAttempt,
  Reception,
  SigningFailure,
  SilenceCause,
  Verdict,
} from './ports.ts';

/** How the work on a held document ended. */
export type Submitted =
  /** `adopted`: the stamp was there before this run sent anything. */
  | {
      readonly kind: 'settled';
      readonly record: DocumentRecord;
      readonly adopted: boolean;
      /** The bytes that are stamped; null where none are. */
      readonly jws: string | null;
      readonly ccfStanding: DocumentStanding | null;
    }
  | SigningFailed
  /** Somebody else took the document over; what became of it is in the store. */
  | { readonly kind: 'lease_lost' };

interface SigningFailed {
  readonly kind: 'signing_failed';
  readonly failure: SigningFailure;
  readonly reason: string;
}

/** One run over a document: what it is now, and what has been learnt and spent. */
interface Run {
  readonly document: HeldDocument;
  readonly progress: Omit<Progress, 'outOfTime' | 'offline'>;
  /** The latest attempt from before this run; 0 where there was none. */
  readonly earlierAttempt: number;
  /** Monotonic instant at which the lease ends unless it is renewed. */
  readonly leaseEndMs: number;
  readonly undelivered: number;
  readonly silence: Unheard;
}

/** Why there is no verdict yet. */
interface Unheard {
  readonly reason: string;
  readonly cause?: SilenceCause | undefined;
}

export interface SubmittingTask {
  readonly document: HeldDocument;
  readonly account: AuthorityAccount;
  /** Monotonic instant after which nothing new is started. */
  readonly deadline: number;
  /** What a document declares that has been in contingency for too long; without it, none becomes formal. */
  readonly contingencia?: Contingencia;
  /** Once aborted, nothing new is started either. */
  readonly stop?: Pick<AbortSignal, 'aborted'>;
}

/**
 * Brings a held document to a verdict or to contingency: phases 2 to 4 of design section 3. The decisions are
 * `nextStep`'s; this carries them out, one at a time, each recorded before it leaves the house.
 */
export async function submitDocument(context: IssuingContext, task: SubmittingTask): Promise<Submitted> {
  let run: Run = {
    document: task.document,
    progress: { sends: 0, askedAbsentMs: null, gaveUp: false },
    earlierAttempt: task.document.attempts.at(-1)?.number ?? 0,
    leaseEndMs: context.clock.monotonic() + leaseMs(context.times),
    undelivered: 0,
    silence: { reason: 'Hacienda no respondió a tiempo.', cause: context.breaker.causeOf(task.account) },
  };
  for (;;) {
    const outcome = await takeStep(context, task, run);
    if ('kind' in outcome) return outcome;
    run = outcome;
  }
}

async function takeStep(context: IssuingContext, task: SubmittingTask, run: Run): Promise<Run | Submitted> {
  const { breaker, clock, times } = context;
  const situation = {
    attempts: run.document.attempts,
    payloadHash: run.document.wantedHash,
    codigoGeneracion: run.document.record.codigoGeneracion,
    transmission: transmissionOf(context, task, run),
    nowMs: clock.monotonic(),
    quarantineMs: times.quarantineMs,
  };
  const offline = breaker.isOpen(task.account);
  const step = nextStep(situation, { ...run.progress, outOfTime: isOutOfTime(context, task), offline });
  return perform(context, { task, run, step });
}

function transmissionOf({ clock, times }: IssuingContext, task: SubmittingTask, run: Run): Transmission {
  const { declared, reported, sinceMs } = run.document.contingency;
  if (declared !== null) return reported ? 'reported' : 'unreported';
  if (task.contingencia === undefined || sinceMs === null) return 'normal';
  return clock.monotonic() - sinceMs >= times.quarantineMs ? 'overdue' : 'normal';
}

function isOutOfTime({ clock }: IssuingContext, task: SubmittingTask): boolean {
  return clock.monotonic() >= task.deadline || task.stop?.aborted === true;
}

function perform(
  context: IssuingContext,
  { task, run, step }: { readonly task: SubmittingTask; readonly run: Run; readonly step: Step },
): Promise<Run | Submitted> {
  switch (step.do) {
    case 'sign':
      return signAndSend(context, task, run);
    case 'prepare':
      return prepare(context, task, run);
    case 'send':
      return resend(context, task, { run, attempt: step.attempt });
    case 'ask':
      return ask(context, task, { run, attempt: step.attempt });
    case 'settle_absent':
      return close(context, run, { attempt: step.attempt, outcome: 'absent' });
    case 'contingency':
      return settle(context, run, { kind: 'silence', ...run.silence, retryMs: retryMs(context, run) });
  }
}

/** When the background comes back to the document; data that changed wait for no longer than the bytes in doubt. */
function retryMs({ clock, times }: IssuingContext, { document }: Run): number {
  const { tries, record, attempts, wantedHash } = document;
  const delayMs = retryDelayMs(tries, record.documentId, times.quarantineMs);
  const situation = { attempts, payloadHash: wantedHash, quarantineMs: times.quarantineMs };
  const waitMs = changedDataWaitMs({ ...situation, nowMs: clock.monotonic() });
  return waitMs === null ? delayMs : Math.min(delayMs, waitMs);
}

async function signAndSend(
  context: IssuingContext,
  task: SubmittingTask,
  run: Run,
): Promise<Run | Submitted> {
  const signing = await sign(context, run, run.document.contingency.declared);
  if ('failure' in signing) return signing;
  const leaseEndMs = context.clock.monotonic() + leaseMs(context.times);
  const { lease } = run.document;
  const attempt = await context.store.recordAttempt(lease, signing.attempt, leaseMs(context.times));
  if (attempt === null) return LEASE_LOST;
  const document = withAttempt(run.document, attempt);
  return send(context, task, { run: { ...run, document, leaseEndMs }, number: attempt.number });
}

/** The document once an attempt of it is on record as sent. */
function withAttempt(document: HeldDocument, attempt: Attempt): HeldDocument {
  const { record, attempts } = document;
  return {
    ...document,
    record: { ...record, state: 'in_flight', selloRecibido: null },
    attempts: [...attempts, attempt],
  };
}

/** An overdue document becomes formal with this. */
async function prepare(context: IssuingContext, task: SubmittingTask, run: Run): Promise<Run | Submitted> {
  const overdue = transmissionOf(context, task, run) === 'overdue';
  const declared = overdue ? task.contingencia : run.document.contingency.declared;
  const signing = await sign(context, run, declared ?? null);
  if ('failure' in signing) return signing;
  const document = await context.store.keepUnsent(run.document.lease, signing.attempt);
  return document === null ? LEASE_LOST : { ...run, document };
}

type Signing = { readonly kind: 'signed'; readonly attempt: NewAttempt } | SigningFailed;

async function sign(context: IssuingContext, run: Run, contingencia: Contingencia | null): Promise<Signing> {
  const { record, draft, attempts, lease, wantedHash } = run.document;
  const identity = { companyId: record.companyId, ambiente: record.ambiente };
  const text = documentText(draft, record, contingencia);
  const signing = await context.signer.sign(identity, text, context.clock.now());
  if (signing.kind === 'failed') {
    await context.store.release(lease, retryMs(context, run));
    return { kind: 'signing_failed', failure: signing.failure, reason: signing.reason };
  }
  const attempt = {
    number: (attempts.at(-1)?.number ?? 0) + 1,
    codigoGeneracion: record.codigoGeneracion,
    payloadHash: wantedHash,
    jws: signing.jws,
    contingencia,
  };
  return { kind: 'signed', attempt };
}

const LEASE_LOST: Submitted = { kind: 'lease_lost' };

interface Targeted {
  readonly run: Run;
  readonly attempt: Attempt;
}

async function resend(
  context: IssuingContext,
  task: SubmittingTask,
  { run, attempt }: Targeted,
): Promise<Run | Submitted> {
  const { lease } = run.document;
  const leaseEndMs = context.clock.monotonic() + leaseMs(context.times);
  const document = await context.store.recordResend(lease, attempt.number, leaseMs(context.times));
  return document === null
    ? LEASE_LOST
    : send(context, task, { run: { ...run, document, leaseEndMs }, number: attempt.number });
}

/**
 * The bytes are on record as `unknown`; only now does the first of them leave. A process that stood still past its
 * lease sends nothing: the quarantine of these bytes, counted since they were recorded, may be over for the next holder.
 */
async function send(
  context: IssuingContext,
  task: SubmittingTask,
  { run, number }: { readonly run: Run; readonly number: number },
): Promise<Run | Submitted> {
  const attempt = run.document.attempts.find((one) => one.number === number);
  if (attempt === undefined) throw new Error('a recorded attempt is missing');
  if (context.clock.monotonic() >= run.leaseEndMs) return LEASE_LOST;
  const { record } = run.document;
  const reception = await context.authority.submit({
    account: task.account,
    tipoDte: record.tipoDte,
    version: versionOf(record.tipoDte, record.generation),
    codigoGeneracion: attempt.codigoGeneracion,
    jws: attempt.jws,
    idEnvio: attempt.sends,
  });
  const sent = { ...run, progress: { ...run.progress, sends: run.progress.sends + 1 } };
  return received(context, task, { run: sent, attempt, reception });
}

interface Received extends Targeted {
  readonly reception: Reception;
}

function received(context: IssuingContext, task: SubmittingTask, answer: Received): Promise<Run | Submitted> {
  const { run, attempt, reception } = answer;
  switch (reception.kind) {
    case 'stamped':
    case 'rejected':
      return settle(context, run, { ...reception, attempt: attempt.number });
    case 'already_registered':
      return settleDuplicate(context, task, { run, attempt, reception });
    case 'silent':
      return Promise.resolve(unanswered(run, { reason: reception.reason }));
    case 'not_delivered':
      return notDelivered(context, run, { attempt, silence: unheard(reception) });
  }
}

/** The bytes may have arrived: the next decision asks. */
function unanswered(run: Run, silence: Unheard): Run {
  return { ...run, silence, progress: { ...run.progress, askedAbsentMs: null } };
}

const unheard = ({ reason, cause }: Unheard): Unheard => ({ reason, cause });

function givenUp(run: Run, silence: Unheard): Run {
  return { ...run, silence, progress: { ...run.progress, gaveUp: true } };
}

/**
 * Nothing of this sending can have been processed. Bytes that were sent before stay of unknown fate; those that never
 * were are closed. One repetition, then contingency.
 */
async function notDelivered(
  context: IssuingContext,
  run: Run,
  failure: { readonly attempt: Attempt; readonly silence: Unheard },
): Promise<Run | Submitted> {
  const counted = { ...run, undelivered: run.undelivered + 1, silence: failure.silence };
  const after = counted.undelivered > 1 ? givenUp(counted, failure.silence) : counted;
  if (failure.attempt.sends > 1) return after;
  return close(context, after, { attempt: failure.attempt, outcome: 'not_delivered' });
}

async function close(
  context: IssuingContext,
  run: Run,
  { attempt, outcome }: { readonly attempt: Attempt; readonly outcome: 'not_delivered' | 'absent' },
): Promise<Run | Submitted> {
  const document = await context.store.closeAttempt(run.document.lease, attempt.number, outcome);
  return document === null ? LEASE_LOST : { ...run, document };
}

async function ask(
  context: IssuingContext,
  task: SubmittingTask,
  { run, attempt }: Targeted,
): Promise<Run | Submitted> {
  const consultation = await consult(context, task, { run, attempt });
  switch (consultation.kind) {
    case 'lease_lost':
      return LEASE_LOST;
    case 'stamped':
      return settle(context, run, { ...consultation, attempt: attempt.number });
    case 'absent':
      return { ...run, progress: { ...run.progress, askedAbsentMs: consultation.askedMs } };
    case 'silent':
      return givenUp(run, unheard(consultation));
  }
}

async function consult(context: IssuingContext, task: SubmittingTask, { run, attempt }: Targeted) {
  const kept = await context.store.renew(run.document.lease, leaseMs(context.times));
  if (!kept) return { kind: 'lease_lost' } as const;
  const { codigoGeneracion } = attempt;
  const { tipoDte } = run.document.record;
  const askedMs = context.clock.monotonic();
  const consultation = await context.authority.consult({ account: task.account, tipoDte, codigoGeneracion });
  return { ...consultation, askedMs };
}

interface Duplicate extends Targeted {
  readonly reception: Extract<Reception, { kind: 'already_registered' }>;
}

/**
 * "Already registered": the status query decides, if there is time for it. Stamped under our own code is ours and
 * adopted. A number that is taken while our code is unknown belongs to somebody else: never adopted, told as a
 * rejection, and an alarm.
 */
async function settleDuplicate(
  context: IssuingContext,
  task: SubmittingTask,
  duplicate: Duplicate,
): Promise<Run | Submitted> {
  const { attempt, reception } = duplicate;
  // This sending changed nothing: what the authority has, an earlier one brought.
  const run = {
    ...duplicate.run,
    progress: { ...duplicate.run.progress, sends: duplicate.run.progress.sends - 1 },
  };
  if (isOutOfTime(context, task))
    return givenUp(run, { reason: 'Hacienda dice tener el documento; falta consultarlo.' });
  const consultation = await consult(context, task, { run, attempt });
  if (consultation.kind === 'lease_lost') return LEASE_LOST;
  if (consultation.kind === 'stamped')
    return settle(context, run, { ...consultation, attempt: attempt.number });
  if (consultation.kind === 'silent') return givenUp(run, unheard(consultation));
  if (reception.field === 'codigoGeneracion')
    return givenUp(run, { reason: 'Hacienda dice tener el documento pero no lo muestra.' });
  const { documentId, numeroControl, companyId } = run.document.record;
  context.log.warn('control_number_taken_by_another_system', { documentId, numeroControl, companyId });
  const { rejection, raw } = reception;
  return settle(context, run, { kind: 'rejected', attempt: attempt.number, rejection, raw });
}

async function settle(context: IssuingContext, run: Run, verdict: Verdict): Promise<Submitted> {
  const settled = await context.store.settle(run.document.lease, verdict);
  if (settled === null) return LEASE_LOST;
  const record = { ...run.document.record, ...settled.fields };
  const fromBefore = verdict.kind === 'stamped' && verdict.attempt <= run.earlierAttempt;
  const adopted = fromBefore && run.progress.sends === 0;
  return {
    kind: 'settled',
    record,
    adopted,
    jws: stampedBytes(run, verdict),
    ccfStanding: settled.ccfStanding,
  };
}

function stampedBytes({ document }: Run, verdict: Verdict): string | null {
  if (verdict.kind !== 'stamped') return null;
  return document.attempts.find(({ number }) => number === verdict.attempt)?.jws ?? null;
}
