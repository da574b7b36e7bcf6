import type { DocumentStanding } from '../../core/adjusting/standing.ts';
import type { Contingencia } from '../../core/dte/contingencia.ts';
import { versionOf } from '../../core/dte/kinds.ts';
import type { CodigoGeneracion } from '../../core/identifiers/official.ts';
import type { SentBytes } from '../../core/submitting/attempt.ts';
import { retryDelayMs } from '../../core/submitting/back-off.ts';
import {
  changedDataWaitMs,
  nextStep,
  type Progress,
  type Situation,
  type Transmission,
} from '../../core/submitting/next-step.ts';
import type { Consultation, ConsultQuery, Reception } from '../authority/ports.ts';
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
import { type IssuingContext, leaseMs, quarantineOf } from './issuing-context.ts';
import type { DocumentRecord, HeldDocument, Verdict } from './ports.ts';
import { newAttempt, sign, withAttempt } from './sign-attempt.ts';
import { stampOf } from './stamp-found.ts';

/** A document with its verdict, or in contingency. */
export interface SettledDocument {
  readonly record: DocumentRecord;
  /** Whether the stamp was there before this run sent anything, or may have been. */
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
    wait: (run, restMs) => wait(context, task, { run, restMs }),
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
      return { do: 'own', perform: () => ask(context, work, { run, ...step }) };
    case 'control':
      return { do: 'own', perform: () => control(context, work, run) };
    case 'uphold':
      return { do: 'own', perform: () => uphold(work, run) };
    case 'renumber':
      return { do: 'own', perform: () => renumber(context, run) };
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
    doubt: held.doubt,
    nowMs: context.clock.monotonic(),
    quarantineMs: quarantineOf(context, held),
  };
}

function transmissionOf(context: IssuingContext, task: SubmittingTask, held: HeldDocument): Transmission {
  const { declared, reported, sinceMs } = held.contingency;
  if (declared !== null) return reported ? 'reported' : 'unreported';
  if (task.contingencia === undefined || sinceMs === null) return 'normal';
  return context.clock.monotonic() - sinceMs >= quarantineOf(context, held) ? 'overdue' : 'normal';
}

/** When the background comes back to the document; data that changed wait for no longer than the bytes in doubt. */
function retryMs(context: IssuingContext, held: HeldDocument): number {
  const { tries, record, attempts, wantedHash } = held;
  const quarantineMs = quarantineOf(context, held);
  const delayMs = retryDelayMs(tries, record.documentId, quarantineMs);
  const situation = { attempts, payloadHash: wantedHash, quarantineMs };
  const waitMs = changedDataWaitMs({ ...situation, nowMs: context.clock.monotonic() });
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
  context: IssuingContext,
  task: SubmittingTask,
  target: Targeted,
): Promise<Answer<Verdict>> {
  const { authority } = context;
  const { account } = task;
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
      return { kind: 'verdict', verdict: { ...reception, attempt: attempt.number } };
    case 'rejected':
      return { kind: 'verdict', verdict: rejectionOf(attempt, reception, quarantineOf(context, held)) };
    case 'already_registered':
      return {
        kind: 'known',
        unconfirmed: 'Hacienda dice tener el documento; falta consultarlo.',
        confirm: () => duplicateOf(context, task, { ...target, reception }),
      };
    case 'silent':
    case 'not_delivered':
      return reception;
  }
}

/**
 * A rejection settles the sending that it answers. It settles the bytes only where no other sending of them is unanswered,
 * which might be stamped yet.
 */
export function rejectionOf(
  { number, sends, codigoGeneracion }: SentBytes,
  { rejection, raw }: Extract<Reception, { kind: 'rejected' }>,
  quarantineMs: number,
): Verdict {
  const answer = { attempt: number, rejection, raw };
  if (sends === 1) return { ...answer, kind: 'rejected' };
  const doubt = { ...answer, about: 'copy', codes: [codigoGeneracion] } as const;
  return { kind: 'doubted', doubt, retryMs: quarantineMs };
}

function consult(
  authority: IssuingContext['authority'],
  account: SubmittingTask['account'],
  { tipoDte, codigoGeneracion }: Pick<ConsultQuery, 'tipoDte' | 'codigoGeneracion'>,
): Promise<Consultation> {
  return authority.consult({ account, tipoDte, codigoGeneracion });
}

interface Duplicate extends Targeted {
  readonly reception: Extract<Reception, { kind: 'already_registered' }>;
}

/**
 * "Already registered": the status query decides. What is stamped under a code of ours is ours and adopted. A number that
 * is taken while the code is unknown may be our own all the same, under another code or in an index that lags: that is
 * decided after the quarantine.
 */
async function duplicateOf(
  context: IssuingContext,
  { account }: SubmittingTask,
  { held, attempt, reception }: Duplicate,
): Promise<Reply<Verdict>> {
  const { companyId, documentId, tipoDte } = held.record;
  const versions = await context.store.versions(companyId, documentId);
  const codes = [...new Set(versions.map((version) => version.codigoGeneracion))];
  const named = codes.find((code) => code === reception.named) ?? null;
  if (named === null && reception.strays) return { kind: 'silent', reason: 'RECHAZADO for another document' };
  const codigoGeneracion = named ?? attempt.codigoGeneracion;
  const consultation = await consult(context.authority, account, { tipoDte, codigoGeneracion });
  if (consultation.kind === 'stamped')
    return { kind: 'verdict', verdict: stampOf(versions, codigoGeneracion, consultation) };
  if (consultation.kind === 'silent') return consultation;
  if (reception.field === 'codigoGeneracion')
    return { kind: 'silent', reason: 'Hacienda dice tener el documento pero no lo muestra.' };
  const { rejection, raw } = reception;
  const doubt = { about: 'number', attempt: attempt.number, codes, rejection, raw } as const;
  return { kind: 'verdict', verdict: { kind: 'doubted', doubt, retryMs: retryMs(context, held) } };
}

interface Question {
  readonly run: DocumentRun;
  readonly codigoGeneracion: CodigoGeneracion;
}

async function ask(
  { store, authority, clock, times }: IssuingContext,
  work: Submitting,
  { run, codigoGeneracion }: Question,
): AfterStep {
  const { lease, record } = run.held;
  const kept = await store.renew(lease, leaseMs(times));
  if (!kept) return LEASE_LOST;
  const askedMs = clock.monotonic();
  const query = { tipoDte: record.tipoDte, codigoGeneracion };
  const consultation = await consult(authority, work.task.account, query);
  switch (consultation.kind) {
    case 'stamped': {
      const versions = await store.versions(lease.companyId, lease.documentId);
      return settle(work, run, stampOf(versions, codigoGeneracion, consultation));
    }
    case 'absent':
      return { ...run, absentMs: { ...run.absentMs, [codigoGeneracion]: askedMs } };
    case 'silent':
      return givenUp(run, consultation);
  }
}

/**
 * Asks about a document that is known to be stamped: while the authority does not show that one, its "absent" means
 * nothing. An account that has none takes it at its word.
 */
async function control(
  { store, authority, clock, times, log }: IssuingContext,
  { task: { account } }: Submitting,
  run: DocumentRun,
): AfterStep {
  const { companyId, documentId, ambiente } = run.held.record;
  const kept = await store.renew(run.held.lease, leaseMs(times));
  if (!kept) return LEASE_LOST;
  const known = await store.stampedForGood({ companyId, ambiente });
  if (known === null) return { ...run, controlledMs: Number.NEGATIVE_INFINITY };
  const answer = await consult(authority, account, known);
  if (answer.kind === 'stamped') return { ...run, controlledMs: clock.monotonic() };
  if (answer.kind === 'silent') return givenUp(run, answer);
  log.warn('authority_denies_what_it_stamped', { companyId, documentId });
  return givenUp(run, { reason: 'Hacienda no muestra lo que ella misma selló.' });
}

/** No code of the document is stamped, and nothing of it can arrive any more: its rejection holds. */
function uphold(work: Submitting, run: DocumentRun): AfterStep {
  const { doubt } = run.held;
  if (doubt === null) throw new Error('no rejection is in doubt');
  const { attempt, rejection, raw } = doubt;
  return settle(work, run, { kind: 'rejected', attempt, rejection, raw });
}

/**
 * The number is another system's: the document goes on under the next one of its series, with the code that it has, so
 * that the authority could not stamp it twice. No more numbers are passed than this one, of which alone it is known.
 */
async function renumber({ store, log }: IssuingContext, run: DocumentRun): AfterStep {
  const { lease, record } = run.held;
  const { documentId, numeroControl, companyId } = record;
  const held = await store.renumber(lease, numeroControl);
  if (held === null) return LEASE_LOST;
  const replacedBy = held.record.numeroControl;
  log.warn('control_number_taken_by_another_system', { documentId, numeroControl, replacedBy, companyId });
  return { ...run, held };
}

/** Leaves the document to a later run; one that has been told why it waits goes on to be told so. */
async function wait(
  context: IssuingContext,
  task: SubmittingTask,
  { run, restMs }: { readonly run: DocumentRun; readonly restMs: number },
): Promise<SettledDocument | null> {
  const { record, lease, doubt } = run.held;
  if (doubt === null)
    return settleDocument(context, task, {
      run,
      verdict: { kind: 'silence', ...run.silence, retryMs: restMs },
    });
  await context.store.release(lease, restMs);
  return { record, adopted: false, jws: null, ccfStanding: null };
}

async function settleDocument(
  { store }: IssuingContext,
  { document }: SubmittingTask,
  { run, verdict }: { readonly run: DocumentRun; readonly verdict: Verdict },
): Promise<SettledDocument | null> {
  const { lease } = run.held;
  const settled = await store.settle(lease, verdict);
  if (settled === null) return null;
  const { fields, ccfStanding } = settled;
  const record = { ...run.held.record, ...fields };
  if (verdict.kind !== 'stamped') return { record, adopted: false, jws: null, ccfStanding };
  const { number, jws } = run.held.attempts.find((one) => one.number === verdict.attempt) ?? {};
  if (verdict.attempt !== run.held.attempts.at(-1)?.number) {
    // An earlier version is the stamped one, and with it what that version said.
    const stamped = await store.find(lease.companyId, lease.documentId);
    return { record: stamped ?? record, adopted: true, jws: null, ccfStanding: null };
  }
  const fromBefore = number !== undefined && number <= (document.attempts.at(-1)?.number ?? 0);
  const adopted = verdict.mayBeEarlier === true || (fromBefore && run.sends === 0);
  return { record, adopted, jws: jws ?? null, ccfStanding };
}
