import type { CodigoGeneracion } from '../../core/identifiers/official.ts';
import type { Attempt } from '../../core/submitting/attempt.ts';
import type { AuthorityAccount, Consultation } from '../authority/ports.ts';
import type { SigningFailed } from '../sending/send.ts';
import { type IssuingContext, leaseMs } from './issuing-context.ts';
import type { HeldDocument, NewAttempt, Verdict } from './ports.ts';
import { newAttempt, withAttempt } from './sign-attempt.ts';

/** What became of the questions about a document that the database may have forgotten. */
export type AskedCodes =
  | { readonly kind: 'lease_lost' }
  | SigningFailed
  | Extract<Consultation, { readonly kind: 'silent' }>
  /** The authority knows none of its codes: nothing of it was ever stamped. */
  | { readonly kind: 'absent'; readonly document: HeldDocument }
  | {
      readonly kind: 'stamped';
      readonly document: HeldDocument;
      readonly verdict: Extract<Verdict, { readonly kind: 'stamped' }>;
    };

const LEASE_LOST: AskedCodes = { kind: 'lease_lost' };

interface Asking {
  readonly account: AuthorityAccount;
  /** Signs the document as it is given; where it cannot be signed, its lease is let go. */
  readonly sign: (
    document: HeldDocument,
  ) => Promise<SigningFailed | { readonly kind: 'signed'; readonly jws: string }>;
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
  { account, sign }: Asking,
): Promise<AskedCodes> {
  const { authority, store, times } = context;
  const { lease, record } = document;
  for (const codigoGeneracion of codesOf(context, document)) {
    if (!(await store.renew(lease, leaseMs(times)))) return LEASE_LOST;
    const answer = await authority.consult({ account, tipoDte: record.tipoDte, codigoGeneracion });
    if (answer.kind === 'silent') return answer;
    if (answer.kind === 'stamped') return adopt(context, document, { codigoGeneracion, answer, sign });
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

interface FoundStamp extends Pick<Asking, 'sign'> {
  readonly codigoGeneracion: CodigoGeneracion;
  readonly answer: Extract<Consultation, { readonly kind: 'stamped' }>;
}

async function adopt(
  context: IssuingContext,
  document: HeldDocument,
  { codigoGeneracion, answer, sign }: FoundStamp,
): Promise<AskedCodes> {
  const { stamp, raw } = answer;
  const known = document.attempts.findLast((one) => isOpenUnder(one, codigoGeneracion));
  if (known !== undefined) {
    const open = await reopened(context, document, known);
    const verdict = { kind: 'stamped', attempt: known.number, stamp, raw, isFound: true } as const;
    return open === null ? LEASE_LOST : { kind: 'stamped', document: open, verdict };
  }
  const named = { ...document, record: { ...document.record, codigoGeneracion } };
  const signing = await sign(named);
  if (signing.kind === 'signing_failed') return signing;
  const attempt = newAttempt(named, signing.jws, document.contingency.declared);
  const kept = await keep(context, document, attempt);
  const told = { ...stamp, observaciones: [...stamp.observaciones, ADOPTED] };
  const verdict = { kind: 'stamped', attempt: attempt.number, stamp: told, raw, isFound: true } as const;
  return kept === null ? LEASE_LOST : { kind: 'stamped', document: kept, verdict };
}

function isOpenUnder(attempt: Attempt, codigoGeneracion: string): boolean {
  return attempt.codigoGeneracion === codigoGeneracion && attempt.outcome !== 'rejected';
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

/** Beside bytes of unknown fate no others may be on record as sent, and the document is in flight by them already. */
async function keep(
  { store, times }: IssuingContext,
  document: HeldDocument,
  attempt: NewAttempt,
): Promise<HeldDocument | null> {
  const { lease, attempts } = document;
  if (attempts.some(({ outcome }) => outcome === 'unknown')) return store.keepUnsent(lease, attempt);
  const recorded = await store.recordAttempt(lease, attempt, leaseMs(times));
  return recorded === null ? null : withAttempt(document, recorded);
}
