// What is done about a document of which nobody here can tell whether the authority has it: it is asked.
import type { CodigoGeneracion } from '../../core/identifiers/official.ts';
import type { Attempt, SentBytes } from '../../core/submitting/attempt.ts';
import { retryDelayMs } from '../../core/submitting/back-off.ts';
import { carrierOf, type Version } from '../../core/submitting/doubt.ts';
import { changedDataWaitMs } from '../../core/submitting/next-step.ts';
import type {
  AuthorityAccount,
  Consultation,
  ConsultQuery,
  NoAnswer,
  Reception,
} from '../authority/ports.ts';
import {
  type After,
  givenUp,
  LEASE_LOST,
  leaseMs,
  quarantineOf,
  type Reply,
  type Run,
  type SigningFailed,
  settle,
  type Work,
} from '../sending/send.ts';
import type { IssuingContext } from './issuing-context.ts';
import type { DocumentRecord, HeldDocument, NewAttempt, Verdict } from './ports.ts';

function consult(
  authority: IssuingContext['authority'],
  account: AuthorityAccount,
  { tipoDte, generation, codigoGeneracion }: Omit<ConsultQuery, 'account'>,
): Promise<Consultation> {
  return authority.consult({ account, tipoDte, generation, codigoGeneracion });
}

/** What was sent of a document, and was registered before. */
interface Duplicate {
  readonly held: HeldDocument;
  readonly attempt: SentBytes;
  readonly reception: Extract<Reception, { kind: 'already_registered' }>;
}

/**
 * "Already registered": the status query decides. What is stamped under a code of ours is ours and adopted. A number that
 * is taken while the code is unknown may be our own all the same, under another code or in an index that lags: that is
 * decided after the quarantine.
 */
export async function duplicateOf(
  context: IssuingContext,
  account: AuthorityAccount,
  { held, attempt, reception }: Duplicate,
): Promise<Reply<Verdict>> {
  const { companyId, documentId } = held.record;
  const versions = await context.store.versions(companyId, documentId);
  const codes = [...new Set(versions.map((version) => version.codigoGeneracion))];
  const named = codes.find((code) => code === reception.named) ?? null;
  if (named === null && reception.strays) return { kind: 'silent', reason: 'RECHAZADO for another document' };
  const codigoGeneracion = named ?? attempt.codigoGeneracion;
  const consultation = await consult(context.authority, account, { ...held.record, codigoGeneracion });
  if (consultation.kind === 'stamped')
    return {
      kind: 'verdict',
      verdict: stampOf(context, held.record, { versions, codigoGeneracion, consultation }),
    };
  if (consultation.kind === 'silent') return consultation;
  if (consultation.kind === 'known' || reception.field === 'codigoGeneracion') return NOT_SHOWN;
  const { rejection, raw } = reception;
  const doubt = { about: 'number', attempt: attempt.number, codes, rejection, raw } as const;
  return { kind: 'verdict', verdict: { kind: 'doubted', doubt, retryMs: retryMs(context, held) } };
}

/** The authority says that it has the document, and shows no seal: it is asked again later, and nothing is sent. */
const NOT_SHOWN = { kind: 'silent', reason: 'Hacienda dice tener el documento pero no lo muestra.' } as const;

/** Asks about one code of the document. */
export async function ask<S extends object>(
  context: IssuingContext,
  work: Work<HeldDocument, Verdict, S>,
  { run, codigoGeneracion }: { readonly run: Run<HeldDocument>; readonly codigoGeneracion: CodigoGeneracion },
): After<HeldDocument, S> {
  const { store, authority, clock, times } = context;
  const { lease, record } = run.held;
  const kept = await store.renew(lease, leaseMs(times));
  if (!kept) return LEASE_LOST;
  const askedMs = clock.monotonic();
  const consultation = await consult(authority, work.task.account, { ...record, codigoGeneracion });
  switch (consultation.kind) {
    case 'stamped': {
      const versions = await store.versions(lease.companyId, lease.documentId);
      return settle(work, run, stampOf(context, record, { versions, codigoGeneracion, consultation }));
    }
    case 'absent':
      return { ...run, absentMs: { ...run.absentMs, [codigoGeneracion]: askedMs } };
    case 'known':
      return givenUp(run, NOT_SHOWN);
    case 'silent':
      return givenUp(run, consultation);
  }
}

/**
 * Asks about a document that is known to be stamped: while the authority does not show that one, its "absent" means
 * nothing. That it knows the document is enough, also where it has been invalidated elsewhere. An account that has none
 * takes "absent" at its word.
 */
export async function control(
  { store, authority, clock, times, log }: IssuingContext,
  account: AuthorityAccount,
  run: Run<HeldDocument>,
): After<HeldDocument, never> {
  const { companyId, documentId, ambiente } = run.held.record;
  const kept = await store.renew(run.held.lease, leaseMs(times));
  if (!kept) return LEASE_LOST;
  const known = await store.stampedForGood({ companyId, ambiente });
  if (known === null) return { ...run, controlledMs: Number.NEGATIVE_INFINITY };
  const answer = await consult(authority, account, known);
  if (answer.kind === 'stamped' || answer.kind === 'known')
    return { ...run, controlledMs: clock.monotonic() };
  if (answer.kind === 'silent') return givenUp(run, answer);
  log.warn('authority_denies_what_it_stamped', { companyId, documentId });
  return givenUp(run, { reason: 'Hacienda no muestra lo que ella misma selló.' });
}

/** No code of the document is stamped, and nothing of it can arrive any more: its rejection holds. */
export function uphold<S extends object>(
  work: Work<HeldDocument, Verdict, S>,
  run: Run<HeldDocument>,
): After<HeldDocument, S> {
  const { doubt } = run.held;
  if (doubt === null) throw new Error('no rejection is in doubt');
  const { attempt, rejection, raw } = doubt;
  return settle(work, run, { kind: 'rejected', attempt, rejection, raw });
}

/**
 * The number is another system's: the document goes on under the next one of its series, with the code that it has, so
 * that the authority could not stamp it twice. No more numbers are passed than this one, of which alone it is known.
 */
export async function renumber(
  { store, log }: IssuingContext,
  run: Run<HeldDocument>,
): After<HeldDocument, never> {
  const { lease, record } = run.held;
  const { documentId, numeroControl, companyId } = record;
  const held = await store.renumber(lease, numeroControl);
  if (held === null) return LEASE_LOST;
  const replacedBy = held.record.numeroControl;
  log.warn('control_number_taken_by_another_system', { documentId, numeroControl, replacedBy, companyId });
  return { ...run, held };
}

/** When the background comes back to the document; data that changed wait for no longer than the bytes in doubt. */
export function retryMs(context: IssuingContext, held: HeldDocument): number {
  const { tries, record, attempts, wantedHash } = held;
  const quarantineMs = quarantineOf(context, held);
  const delayMs = retryDelayMs(tries, record.documentId, quarantineMs);
  const situation = { attempts, payloadHash: wantedHash, quarantineMs };
  const waitMs = changedDataWaitMs({ ...situation, nowMs: context.clock.monotonic() });
  return waitMs === null ? delayMs : Math.min(delayMs, waitMs);
}

/** What became of the questions about a document that the database may have forgotten. */
type AskedCodes =
  | { readonly kind: 'lease_lost' }
  | SigningFailed
  | ({ readonly kind: 'silent' } & NoAnswer)
  /** The authority knows none of its codes: nothing of it was ever stamped. */
  | { readonly kind: 'absent'; readonly document: HeldDocument }
  | {
      readonly kind: 'stamped';
      readonly document: HeldDocument;
      readonly verdict: Extract<Verdict, { readonly kind: 'stamped' }>;
    };

interface Asking {
  readonly account: AuthorityAccount;
  /** Signs the document as it is given, as its next attempt; where it cannot be signed, its lease is let go. */
  readonly sign: (
    document: HeldDocument,
  ) => Promise<SigningFailed | { readonly kind: 'signed'; readonly attempt: NewAttempt }>;
  /** Puts an attempt on record as sent; null where the lease is no longer ours. */
  readonly record: (document: HeldDocument, attempt: NewAttempt) => Promise<HeldDocument | null>;
}

/** What the caller reads beside the seal of bytes that are not known any more. */
const ADOPTED =
  'Este documento ya estaba sellado antes de que se restaurara la base de datos: su número de control y sus datos son los que constan en Hacienda bajo este código de generación.';

/**
 * Asks the authority about every code that the document may have been issued under before the database forgot it. A
 * stamp is adopted, tied to an attempt of its code; where there is none any more, bytes of now are kept in its place,
 * and the message says so. Nothing is sent.
 */
export async function askAboutCodes(
  context: IssuingContext,
  document: HeldDocument,
  asking: Asking,
): Promise<AskedCodes> {
  const { authority, store, times } = context;
  const { lease, record } = document;
  for (const codigoGeneracion of codesOf(context, document)) {
    if (!(await store.renew(lease, leaseMs(times)))) return LEASE_LOST;
    const answer = await consult(authority, asking.account, { ...record, codigoGeneracion });
    if (answer.kind === 'silent') return answer;
    if (answer.kind === 'known') return NOT_SHOWN;
    if (answer.kind === 'stamped') return adopt(context, document, { ...asking, codigoGeneracion, answer });
  }
  const asked = await store.codesAsked(lease);
  return asked === null ? LEASE_LOST : { kind: 'absent', document: asked };
}

function codesOf({ identities }: IssuingContext, document: HeldDocument): ReadonlySet<CodigoGeneracion> {
  const { record, attempts, codesToAsk } = document;
  const derived = Array.from({ length: codesToAsk }, (_, count) => identities.documentCode(record, count));
  return new Set([
    record.codigoGeneracion,
    ...attempts.map(({ codigoGeneracion }) => codigoGeneracion),
    ...derived,
  ]);
}

interface FoundStamp extends Asking {
  readonly codigoGeneracion: CodigoGeneracion;
  readonly answer: Extract<Consultation, { readonly kind: 'stamped' }>;
}

async function adopt(
  context: IssuingContext,
  document: HeldDocument,
  found: FoundStamp,
): Promise<AskedCodes> {
  const { codigoGeneracion, answer } = found;
  const { stamp, raw } = answer;
  const known = document.attempts.findLast(
    (one) => one.codigoGeneracion === codigoGeneracion && one.outcome !== 'rejected',
  );
  if (known !== undefined) {
    const open = await reopened(context, document, known);
    const verdict = { kind: 'stamped', attempt: known.number, stamp, raw, isFound: true } as const;
    return open === null ? LEASE_LOST : { kind: 'stamped', document: open, verdict };
  }
  const named = { ...document, record: { ...document.record, codigoGeneracion } };
  const signing = await found.sign(named);
  if (signing.kind === 'signing_failed') return signing;
  const { attempt } = signing;
  const { lease, attempts } = document;
  // Beside bytes of unknown fate no others may be on record as sent, and the document is in flight by them already.
  const kept = attempts.some(({ outcome }) => outcome === 'unknown')
    ? await context.store.keepUnsent(lease, attempt)
    : await found.record(document, attempt);
  const told = { ...stamp, observaciones: [...stamp.observaciones, ADOPTED] };
  const verdict = { kind: 'stamped', attempt: attempt.number, stamp: told, raw, isFound: true } as const;
  return kept === null ? LEASE_LOST : { kind: 'stamped', document: kept, verdict };
}

/** Only what is on record as sent can have a stamp. */
async function reopened(
  { store, times }: IssuingContext,
  document: HeldDocument,
  { number, outcome }: Attempt,
): Promise<HeldDocument | null> {
  if (outcome === 'unknown') return document;
  return store.recordResend(document.lease, number, leaseMs(times));
}

/** A stamp that the authority shows under a code of a document. */
export interface ShownStamp {
  readonly versions: readonly Version[];
  readonly codigoGeneracion: CodigoGeneracion;
  readonly consultation: Extract<Consultation, { kind: 'stamped' }>;
}

/** The stamp, tied to the version that carried it; where that cannot be told, the caller and the operator are told so. */
export function stampOf(
  { log }: Pick<IssuingContext, 'log'>,
  { companyId, documentId }: Pick<DocumentRecord, 'companyId' | 'documentId'>,
  { versions, codigoGeneracion, consultation: { stamp, raw } }: ShownStamp,
): Verdict {
  const carrier = carrierOf(versions, codigoGeneracion, stamp.fhProcesamiento);
  if (carrier === null) throw new Error('a code is stamped under which nothing was sent');
  const { number: attempt, doubt } = carrier;
  const found = { kind: 'stamped', attempt, raw, isFound: true } as const;
  if (doubt === null) return { ...found, stamp };
  log.warn('seal_of_one_of_several_versions', { companyId, documentId, attempt });
  return { ...found, stamp: { ...stamp, observaciones: [...stamp.observaciones, doubt] }, doubt };
}

/**
 * The stamp that a sending was answered with. An authority that repeats the seal of earlier bytes under the same code has not
 * sealed these: the seal is of those that it processed then.
 */
export async function stampHeard(
  { store }: Pick<IssuingContext, 'store'>,
  { companyId, documentId }: Pick<DocumentRecord, 'companyId' | 'documentId'>,
  {
    attempt,
    reception,
  }: { readonly attempt: SentBytes; readonly reception: Extract<Reception, { kind: 'stamped' }> },
): Promise<Verdict> {
  const { number, codigoGeneracion } = attempt;
  const heard = { ...reception, attempt: number };
  if (number === 1) return heard;
  const versions = await store.versions(companyId, documentId);
  const carrier = carrierOf(versions, codigoGeneracion, reception.stamp.fhProcesamiento);
  return carrier === null || carrier.number >= number || carrier.doubt !== null
    ? heard
    : { ...heard, attempt: carrier.number, isFound: true };
}
