import type { DocumentStanding } from '../../core/adjusting/standing.ts';
import type { Contingencia } from '../../core/dte/contingencia.ts';
import { documentText } from '../../core/dte/document-text.ts';
import { versionOf } from '../../core/dte/kinds.ts';
import type { Attempt, SentBytes } from '../../core/submitting/attempt.ts';
import { MAY_BE_OF_EARLIER_DATA } from '../../core/submitting/doubt.ts';
import {
  nextStep,
  type Progress,
  type Situation,
  type Transmission,
} from '../../core/submitting/next-step.ts';
import type { Reception } from '../authority/ports.ts';
import {
  type After,
  type Answer,
  bringOn,
  close,
  type Ended,
  givenUp,
  LEASE_LOST,
  leaseMs,
  quarantineOf,
  type Run,
  type SendingTask,
  type SigningFailed,
  signed,
  type Work,
} from '../sending/send.ts';
import {
  ask,
  askAboutCodes,
  control,
  duplicateOf,
  renumber,
  retryMs,
  stampHeard,
  uphold,
} from './document-in-doubt.ts';
import type { IssuingContext } from './issuing-context.ts';
import type { DocumentRecord, HeldDocument, NewAttempt, SigningOutcome, Verdict } from './ports.ts';

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
      return recordAttempt(context, held, attempt, forMs);
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
      return { do: 'own', perform: () => control(context, work.task.account, run) };
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

/** Signs the document under its generation code, with what it declares; nothing is kept or sent. */
function sign(
  { signer, clock }: Pick<IssuingContext, 'signer' | 'clock'>,
  { record, draft }: HeldDocument,
  contingencia: Contingencia | null,
): Promise<SigningOutcome> {
  const identity = { companyId: record.companyId, ambiente: record.ambiente };
  return signer.sign(identity, documentText(draft, record, contingencia), clock.now());
}

/** Signed bytes of the document, as its next attempt. */
function newAttempt(
  { record, attempts, wantedHash }: HeldDocument,
  jws: string,
  contingencia: Contingencia | null,
): NewAttempt {
  const number = (attempts.at(-1)?.number ?? 0) + 1;
  return { number, codigoGeneracion: record.codigoGeneracion, payloadHash: wantedHash, jws, contingencia };
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

async function recordAttempt(
  { store }: IssuingContext,
  held: HeldDocument,
  attempt: NewAttempt,
  forMs: number,
): Promise<HeldDocument | null> {
  const recorded = await store.recordAttempt(held.lease, attempt, forMs);
  return recorded === null ? null : withAttempt(held, recorded);
}

/** Signs and keeps the bytes without sending them; an overdue document becomes formal with this. */
async function prepare(context: IssuingContext, work: Submitting, run: DocumentRun): AfterStep {
  const { held } = run;
  const overdue = transmissionOf(context, work.task, held) === 'overdue';
  const contingencia = (overdue ? work.task.contingencia : held.contingency.declared) ?? null;
  const signing = await signedAttempt(context, work, held, contingencia);
  if (signing.kind === 'signing_failed') return signing;
  const kept = await context.store.keepUnsent(held.lease, signing.attempt);
  return kept === null ? LEASE_LOST : { ...run, held: kept };
}

/** New bytes as the document's next attempt; where they cannot be signed, the document is let go. */
async function signedAttempt(
  context: IssuingContext,
  work: Submitting,
  held: HeldDocument,
  contingencia: Contingencia | null,
): Promise<SigningFailed | { readonly kind: 'signed'; readonly attempt: NewAttempt }> {
  const signing = await signed(work, held, sign(context, held, contingencia));
  if (signing.kind === 'signing_failed') return signing;
  return { kind: 'signed', attempt: newAttempt(held, signing.jws, contingencia) };
}

/** A stamp from before the database forgot the document is adopted; without one the document goes its usual way. */
async function askForgotten(context: IssuingContext, work: Submitting, run: DocumentRun): AfterStep {
  const { task } = work;
  const asked = await askAboutCodes(context, run.held, {
    account: task.account,
    sign: (held) => signedAttempt(context, work, held, held.contingency.declared),
    record: (held, attempt) => recordAttempt(context, held, attempt, leaseMs(context.times)),
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

async function send(
  context: IssuingContext,
  task: SubmittingTask,
  { held, attempt }: { readonly held: HeldDocument; readonly attempt: SentBytes },
): Promise<Answer<Verdict>> {
  const { authority } = context;
  const { account } = task;
  const { tipoDte, generation } = held.record;
  const reception = await authority.submit({
    account,
    tipoDte,
    generation,
    version: versionOf(tipoDte, generation),
    codigoGeneracion: attempt.codigoGeneracion,
    jws: attempt.jws,
    idEnvio: attempt.sends,
  });
  switch (reception.kind) {
    case 'stamped':
      return { kind: 'verdict', verdict: await stampHeard(context, held.record, { attempt, reception }) };
    case 'rejected':
      return { kind: 'verdict', verdict: rejectionOf(attempt, reception, quarantineOf(context, held)) };
    case 'already_registered':
      return {
        kind: 'known',
        unconfirmed: 'Hacienda dice tener el documento; falta consultarlo.',
        confirm: () => duplicateOf(context, account, { held, attempt, reception }),
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
  const adopted = verdict.doubt === MAY_BE_OF_EARLIER_DATA || (fromBefore && run.sends === 0);
  return { record, adopted, jws: jws ?? null, ccfStanding };
}
