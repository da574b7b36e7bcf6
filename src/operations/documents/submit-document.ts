import type { DocumentStanding } from '../../core/adjusting/standing.ts';
import type { Contingencia } from '../../core/dte/contingencia.ts';
import { versionOf } from '../../core/dte/kinds.ts';
import type { Attempt, SentBytes } from '../../core/submitting/attempt.ts';
import { retryDelayMs } from '../../core/submitting/back-off.ts';
import {
  changedDataWaitMs,
  nextStep,
  type Progress,
  type Situation,
  type Transmission,
} from '../../core/submitting/next-step.ts';
import {
  type After,
  type Answer,
  bringOn,
  close,
  type Ended,
  givenUp,
  LEASE_LOST,
  type Reply,
  type Run,
  type SendingTask,
  settle,
  signed,
  type Work,
} from '../sending/send.ts';
import { askAboutCodes } from './ask-codes.ts';
import { type IssuingContext, leaseMs } from './issuing-context.ts';
import type { Consultation, DocumentRecord, HeldDocument, Reception, Verdict } from './ports.ts';
import { newAttempt, sign, withAttempt } from './sign-attempt.ts';

/** A document with its verdict, or in contingency. */
interface SettledDocument {
  readonly record: DocumentRecord;
  /** Whether the stamp was there before this run sent anything. */
  readonly adopted: boolean;
  /** The bytes that are stamped; null where none are. */
  readonly jws: string | null;
  readonly ccfStanding: DocumentStanding | null;
}

/** How the work on a held document ended. */
export type Submitted = Ended<SettledDocument>;

export interface SubmittingTask extends SendingTask {
  readonly document: HeldDocument;
  /** What a document declares that has been in contingency for too long; without it, none becomes formal. */
  readonly contingencia?: Contingencia;
}

type DocumentWork = Work<HeldDocument, Verdict, SettledDocument>;
type AfterStep = After<HeldDocument, SettledDocument>;
type DocumentRun = Run<HeldDocument>;

/** Brings a held document to a verdict or to contingency: phases 2 to 4 of design section 3. */
export function submitDocument(context: IssuingContext, task: SubmittingTask): Promise<Submitted> {
  return bringOn({ context, task, protocol: documentProtocol(context, task) }, task.document);
}

function documentProtocol(context: IssuingContext, task: SubmittingTask): DocumentWork['protocol'] {
  const { store } = context;
  const protocol: DocumentWork['protocol'] = {
    unsent: 'Hacienda no respondió a tiempo.',
    next: (run, progress) => nextOf(context, { context, task, protocol }, { run, progress }),
    sign: (held) => sign(context, held, held.contingency.declared),
    async record(held, jws, forMs) {
      const attempt = newAttempt(held, jws, held.contingency.declared);
      const recorded = await store.recordAttempt(held.lease, attempt, forMs);
      return recorded === null ? null : withAttempt(held, recorded);
    },
    recordResend: (held, attempt, forMs) => store.recordResend(held.lease, attempt, forMs),
    send: (held, attempt) => send(context, task, { held, attempt }),
    close: (held, attempt, outcome) => store.closeAttempt(held.lease, attempt, outcome),
    renew: (held, forMs) => store.renew(held.lease, forMs),
    settle: (run, verdict) => settleDocument(context, task, { run, verdict }),
    wait: (run, restMs) =>
      settleDocument(context, task, { run, verdict: { kind: 'silence', ...run.silence, retryMs: restMs } }),
    release: (held, restMs) => store.release(held.lease, restMs),
    retryMs: (held) => retryMs(context, held),
  };
  return protocol;
}

/** The step of a document; those that it alone takes are carried out here. */
function nextOf(
  context: IssuingContext,
  work: Submitting,
  { run, progress }: { readonly run: DocumentRun; readonly progress: Progress },
): ReturnType<DocumentWork['protocol']['next']> {
  const step = nextStep(situationOf(context, work.task, run.held), progress);
  switch (step.do) {
    case 'ask_codes':
      return { do: 'own', perform: () => askForgotten(context, work, run) };
    case 'prepare':
      return { do: 'own', perform: () => prepare(context, work, run) };
    case 'ask':
      return { do: 'own', perform: () => ask(context, work, { run, attempt: step.attempt }) };
    case 'settle_absent':
      return { do: 'own', perform: () => close(work, run, { ...step.attempt, outcome: 'absent' }) };
    default:
      return step;
  }
}

/** A document at work. */
interface Submitting extends DocumentWork {
  readonly task: SubmittingTask;
}

function situationOf(context: IssuingContext, task: SubmittingTask, held: HeldDocument): Situation {
  return {
    attempts: held.attempts,
    payloadHash: held.wantedHash,
    codigoGeneracion: held.record.codigoGeneracion,
    transmission: transmissionOf(context, task, held),
    codesToAsk: held.codesToAsk,
    nowMs: context.clock.monotonic(),
    quarantineMs: context.times.quarantineMs,
  };
}

function transmissionOf(
  { clock, times }: IssuingContext,
  task: SubmittingTask,
  { contingency: { declared, reported, sinceMs } }: HeldDocument,
): Transmission {
  if (declared !== null) return reported ? 'reported' : 'unreported';
  if (task.contingencia === undefined || sinceMs === null) return 'normal';
  return clock.monotonic() - sinceMs >= times.quarantineMs ? 'overdue' : 'normal';
}

/** When the background comes back to the document; data that changed wait for no longer than the bytes in doubt. */
function retryMs({ clock, times }: IssuingContext, held: HeldDocument): number {
  const { tries, record, attempts, wantedHash } = held;
  const delayMs = retryDelayMs(tries, record.documentId, times.quarantineMs);
  const situation = { attempts, payloadHash: wantedHash, quarantineMs: times.quarantineMs };
  const waitMs = changedDataWaitMs({ ...situation, nowMs: clock.monotonic() });
  return waitMs === null ? delayMs : Math.min(delayMs, waitMs);
}

/** Signs and keeps the bytes without sending them; an overdue document becomes formal with this. */
async function prepare(context: IssuingContext, work: Submitting, run: DocumentRun): AfterStep {
  const { held } = run;
  const overdue = transmissionOf(context, work.task, held) === 'overdue';
  const contingencia = (overdue ? work.task.contingencia : held.contingency.declared) ?? null;
  const signing = await signed(work, held, sign(context, held, contingencia));
  if (signing.kind === 'signing_failed') return signing;
  const kept = await context.store.keepUnsent(held.lease, newAttempt(held, signing.jws, contingencia));
  return kept === null ? LEASE_LOST : { ...run, held: kept };
}

/** A stamp from before the database forgot the document is adopted; without one the document goes its usual way. */
async function askForgotten(context: IssuingContext, work: Submitting, run: DocumentRun): AfterStep {
  const { task } = work;
  const asked = await askAboutCodes(context, run.held, {
    account: task.account,
    sign: (held) => signed(work, held, sign(context, held, held.contingency.declared)),
  });
  switch (asked.kind) {
    case 'lease_lost':
      return LEASE_LOST;
    case 'signing_failed':
      return asked;
    case 'silent':
      return givenUp(run, asked);
    case 'absent':
      return { ...run, held: asked.document };
    case 'stamped': {
      const { document, verdict } = asked;
      const settling = { run: { ...run, held: document }, verdict };
      const settled = await settleDocument(context, { ...task, document }, settling);
      return settled === null ? LEASE_LOST : { ...settled, kind: 'settled' };
    }
  }
}

interface Targeted {
  readonly held: HeldDocument;
  readonly attempt: SentBytes;
}

async function send(
  { authority, log }: IssuingContext,
  { account }: SubmittingTask,
  target: Targeted,
): Promise<Answer<Verdict>> {
  const { held, attempt } = target;
  const { tipoDte, generation } = held.record;
  const reception = await authority.submit({
    account,
    tipoDte,
    version: versionOf(tipoDte, generation),
    codigoGeneracion: attempt.codigoGeneracion,
    jws: attempt.jws,
    idEnvio: attempt.sends,
  });
  switch (reception.kind) {
    case 'stamped':
    case 'rejected':
      return { kind: 'verdict', verdict: { ...reception, attempt: attempt.number } };
    case 'already_registered':
      return {
        kind: 'known',
        unconfirmed: 'Hacienda dice tener el documento; falta consultarlo.',
        confirm: async () =>
          duplicateOf(log, { ...target, reception }, await consult(authority, account, target)),
      };
    case 'silent':
    case 'not_delivered':
      return reception;
  }
}

function consult(
  authority: IssuingContext['authority'],
  account: SubmittingTask['account'],
  { held, attempt }: Targeted,
): Promise<Consultation> {
  const { tipoDte } = held.record;
  return authority.consult({ account, tipoDte, codigoGeneracion: attempt.codigoGeneracion });
}

interface Duplicate extends Targeted {
  readonly reception: Extract<Reception, { kind: 'already_registered' }>;
}

/**
 * "Already registered": the status query decides. Stamped under our own code is ours and adopted. A number that is taken
 * while our code is unknown belongs to somebody else: never adopted, told as a rejection, and an alarm.
 */
function duplicateOf(
  log: IssuingContext['log'],
  { held, attempt, reception }: Duplicate,
  consultation: Consultation,
): Reply<Verdict> {
  if (consultation.kind === 'stamped')
    return { kind: 'verdict', verdict: { ...consultation, attempt: attempt.number } };
  if (consultation.kind === 'silent') return consultation;
  if (reception.field === 'codigoGeneracion')
    return { kind: 'silent', reason: 'Hacienda dice tener el documento pero no lo muestra.' };
  const { documentId, numeroControl, companyId } = held.record;
  log.warn('control_number_taken_by_another_system', { documentId, numeroControl, companyId });
  const { rejection, raw } = reception;
  return { kind: 'verdict', verdict: { kind: 'rejected', attempt: attempt.number, rejection, raw } };
}

async function ask(
  { store, authority, clock, times }: IssuingContext,
  work: Submitting,
  { run, attempt }: { readonly run: DocumentRun; readonly attempt: Attempt },
): AfterStep {
  const kept = await store.renew(run.held.lease, leaseMs(times));
  if (!kept) return LEASE_LOST;
  const askedAbsentMs = clock.monotonic();
  const consultation = await consult(authority, work.task.account, { held: run.held, attempt });
  switch (consultation.kind) {
    case 'stamped':
      return settle(work, run, { ...consultation, attempt: attempt.number });
    case 'absent':
      return { ...run, askedAbsentMs };
    case 'silent':
      return givenUp(run, consultation);
  }
}

async function settleDocument(
  { store }: IssuingContext,
  { document }: SubmittingTask,
  { run, verdict }: { readonly run: DocumentRun; readonly verdict: Verdict },
): Promise<SettledDocument | null> {
  const settled = await store.settle(run.held.lease, verdict);
  if (settled === null) return null;
  const { fields, ccfStanding } = settled;
  const record = { ...run.held.record, ...fields };
  if (verdict.kind !== 'stamped') return { record, adopted: false, jws: null, ccfStanding };
  const { number, jws } = run.held.attempts.find((one) => one.number === verdict.attempt) ?? {};
  const fromBefore = number !== undefined && number <= (document.attempts.at(-1)?.number ?? 0);
  return { record, adopted: fromBefore && run.sends === 0, jws: jws ?? null, ccfStanding };
}
