import { DAY_MS } from '../calendar/spans.ts';
import type { CodigoGeneracion } from '../identifiers/official.ts';
import type { Attempt, SentBytes } from './attempt.ts';
import type { Doubt } from './doubt.ts';

/** What one run over something that is sent has learnt and spent. */
export interface Progress {
  /** Sendings in this run; the Ministry allows one and two resends (Manual Técnico 3.3). */
  readonly sends: number;
  /** By code, when the last query left to which the authority said "absent", since the last sending. */
  readonly absentMs: Readonly<Record<string, number>>;
  /**
   * Since when in this run the authority is known to show what it has stamped: it did so when it was asked about another
   * document, or there is none to ask about. Null before that.
   */
  readonly controlledMs: number | null;
  /** A status query went unanswered, or the authority could not be reached after its one repetition. */
  readonly gaveUp: boolean;
  /** The request's budget leaves no time to start anything new. */
  readonly outOfTime: boolean;
  /** The authority is known to be down: nothing is sent or asked. */
  readonly offline: boolean;
}

/** The steps that everything takes that is sent. */
export type SendingStep<Bytes extends SentBytes = SentBytes> =
  | { readonly do: 'sign' }
  | { readonly do: 'send'; readonly attempt: Bytes }
  /** Nothing more in this run: a later one goes on. */
  | { readonly do: 'wait' };

/** The steps of a document, whose fate the authority can be asked about. */
export type Step =
  | SendingStep<Attempt>
  /** Ask about every code that the document may have been issued under before it was forgotten. */
  | { readonly do: 'ask_codes' }
  /** Sign, and keep the bytes without sending them. */
  | { readonly do: 'prepare' }
  | { readonly do: 'ask'; readonly attempt: Attempt; readonly codigoGeneracion: CodigoGeneracion }
  /** Ask about a document that is known to be stamped, so that "absent" means something. */
  | { readonly do: 'control' }
  | { readonly do: 'settle_absent'; readonly attempt: Attempt }
  /** Nothing of the document is stamped: the rejection that was in doubt holds. */
  | { readonly do: 'uphold' }
  /** Nothing of the document is stamped, and its number is registered: it is another system's. */
  | { readonly do: 'renumber' };

/**
 * How a document may travel. `normal`: as any other. `overdue`: in contingency for longer than the quarantine, it is to
 * become formal as soon as all its attempts are settled. `unreported`: formal, and the event that lists it has no seal
 * yet. `reported`: formal, and the authority has sealed its event.
 */
export type Transmission = 'normal' | 'overdue' | 'unreported' | 'reported';

export interface Situation {
  /** In the order of their numbers. */
  readonly attempts: readonly Attempt[];
  /** The payload that is to be issued. */
  readonly payloadHash: string;
  /** The generation code that the document is issued under. */
  readonly codigoGeneracion: CodigoGeneracion;
  readonly transmission: Transmission;
  /** Its codes that have to be asked about before anything of it leaves; 0 for almost all. */
  readonly codesToAsk: number;
  /** A rejection that is not known to hold. */
  readonly doubt: Pick<Doubt, 'about' | 'codes'> | null;
  /** On the same clock as the attempts' `lastSentMs`. */
  readonly nowMs: number;
  readonly quarantineMs: number;
}

export const SENDS_PER_RUN = 3;

/**
 * The unknown-outcome protocol (design section 3) as one decision: what to do next with a document that is neither
 * stamped nor rejected. Bytes under a number change only when every earlier attempt is settled, identical bytes may be
 * resent at any time, and bytes that may have arrived are asked about before anything else.
 */
export function nextStep(situation: Situation, progress: Progress): Step {
  if (progress.gaveUp || progress.outOfTime) return { do: 'wait' };
  if (situation.codesToAsk > 0) return { do: progress.offline ? 'wait' : 'ask_codes' };
  const open = situation.attempts.find((attempt) => attempt.outcome === 'unknown');
  if (open === undefined) return withoutOpenAttempt(situation, progress);
  if (progress.offline) return { do: 'wait' };
  const { doubt } = situation;
  const codes = doubt?.codes ?? [open.codigoGeneracion];
  const question = questionBefore(codes, progress, Number.NEGATIVE_INFINITY);
  if (question !== null) return { ...question, attempt: open };
  const quarantineEndMs = open.lastSentMs + situation.quarantineMs;
  // Asked too early: the bytes may have been worked off between the query and the end of the quarantine.
  const early = questionBefore(codes, progress, quarantineEndMs);
  if (early === null) return afterQuarantine(situation, progress, open);
  if (situation.nowMs >= quarantineEndMs) return { ...early, attempt: open };
  if (doubt !== null || open.payloadHash !== situation.payloadHash) return { do: 'wait' };
  // Another sending would begin the quarantine anew, and with it the way to the formal contingency.
  const { transmission } = situation;
  if (transmission === 'overdue' || transmission === 'unreported') return { do: 'wait' };
  return progress.sends < SENDS_PER_RUN ? { do: 'send', attempt: open } : { do: 'wait' };
}

/** The first of the codes that was not asked about in vain since that instant. */
function questionBefore(codes: readonly CodigoGeneracion[], { absentMs }: Progress, sinceMs: number) {
  const code = codes.find((one) => {
    const askedMs = absentMs[one];
    return askedMs === undefined || askedMs < sinceMs;
  });
  return code === undefined ? null : ({ do: 'ask', codigoGeneracion: code } as const);
}

/**
 * An authority that denies everything for a while would deny this document, too: between two questions about it, both
 * after the quarantine, it has to show a document that it has stamped.
 */
function afterQuarantine({ doubt }: Situation, progress: Progress, open: Attempt): Step {
  const { controlledMs } = progress;
  if (controlledMs === null) return { do: 'control' };
  const again = questionBefore(doubt?.codes ?? [open.codigoGeneracion], progress, controlledMs);
  if (again !== null) return { ...again, attempt: open };
  if (doubt === null) return { do: 'settle_absent', attempt: open };
  return { do: doubt.about === 'number' ? 'renumber' : 'uphold' };
}

/**
 * Bytes that never arrived are reused while they still say what is wanted; otherwise new ones are signed. Also while
 * nothing can be sent: the customer receives a signed document then, too.
 */
function withoutOpenAttempt(situation: Situation, progress: Progress): Step {
  if (progress.sends >= SENDS_PER_RUN) return { do: 'wait' };
  const last = situation.attempts.at(-1);
  const reusable = last?.outcome === 'not_delivered' || last?.outcome === 'absent';
  const same =
    last?.payloadHash === situation.payloadHash && last.codigoGeneracion === situation.codigoGeneracion;
  const { transmission } = situation;
  const fits = last?.formal === (transmission !== 'normal');
  const ready = last !== undefined && reusable && same && fits ? last : null;
  if (progress.offline || transmission === 'overdue' || transmission === 'unreported')
    return { do: ready === null ? 'prepare' : 'wait' };
  return ready === null ? { do: 'sign' } : { do: 'send', attempt: ready };
}

/**
 * How long changed data still wait for the end of the quarantine of what was sent before them, in milliseconds; null
 * where nothing waits, and where the quarantine is over and the authority has to be asked.
 */
export function changedDataWaitMs(
  situation: Pick<Situation, 'attempts' | 'payloadHash' | 'nowMs' | 'quarantineMs'>,
): number | null {
  const { attempts, payloadHash, nowMs, quarantineMs } = situation;
  const open = attempts.find((attempt) => attempt.outcome === 'unknown');
  if (open === undefined || open.payloadHash === payloadHash) return null;
  const waitMs = Math.ceil(open.lastSentMs + quarantineMs - nowMs);
  return waitMs > 0 ? waitMs : null;
}

/** How long a rejected document keeps its generation code before a retry takes a new one (Normativa section 10). */
export const CODE_KEPT_AFTER_REJECTION_MS = DAY_MS;

/** Whether a retry so long after the rejection must issue under a new generation code; null without a rejection. */
export function needsNewCode(sinceRejectionMs: number | null): boolean {
  return sinceRejectionMs !== null && sinceRejectionMs >= CODE_KEPT_AFTER_REJECTION_MS;
}
