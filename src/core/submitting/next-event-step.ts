import type { CodigoGeneracion } from '../identifiers/official.ts';
import type { SentBytes } from './attempt.ts';
import { type Progress, SENDS_PER_RUN, type SendingStep } from './next-step.ts';

/**
 * What to do next with an invalidation. A document is invalidated once, so the same bytes may be sent at any time, and
 * sending them again is also how one asks what became of them. Bytes under an earlier code are never sent again.
 */
export function nextInvalidationStep(
  event: { readonly attempts: readonly SentBytes[]; readonly codigoGeneracion: CodigoGeneracion },
  progress: Progress,
): SendingStep {
  const { attempts, codigoGeneracion } = event;
  if (isOver(progress, SENDS_PER_RUN)) return { do: 'wait' };
  const last = attempts.at(-1);
  const usable = last?.outcome === 'unknown' || last?.outcome === 'not_delivered';
  return last !== undefined && usable && last.codigoGeneracion === codigoGeneracion
    ? { do: 'send', attempt: last }
    : { do: 'sign' };
}

/** The authority takes an event within 30 minutes of its `hTransmision`; older bytes are signed anew. */
const FRESH_REPORT_MS = 20 * 60_000;

/** The bytes of an event that reports a contingency. */
export interface Report extends SentBytes {
  /** Since they were signed. */
  readonly ageMs: number;
}

/** What to do next with an event that reports a contingency: it is sent once in a run, as long as its bytes are fresh. */
export function nextReportStep(attempts: readonly Report[], progress: Progress): SendingStep<Report> {
  if (isOver(progress, 1)) return { do: 'wait' };
  const last = attempts.at(-1);
  return last?.outcome === 'unknown' && last.ageMs < FRESH_REPORT_MS
    ? { do: 'send', attempt: last }
    : { do: 'sign' };
}

function isOver({ gaveUp, outOfTime, offline, sends }: Progress, mostSends: number): boolean {
  return gaveUp || outOfTime || offline || sends >= mostSends;
}
