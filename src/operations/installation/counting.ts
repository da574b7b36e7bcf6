import type { TipoDte } from '../../core/dte/kinds.ts';
import { NOTA_CREDITO } from '../../core/dte/types/nota-credito.ts';
import type { Refusal } from '../../core/refusals/refusal.ts';
import { awaitedStateOf, type DocumentState, type InvalidationState } from '../../core/submitting/states.ts';
import { issueCreditNote, stampedNote } from '../credit-notes/issue-credit-note.ts';
import { issueDocument, stampedOriginal } from '../documents/issue-document.ts';
import type { DocumentRecord } from '../documents/ports.ts';
import { type CancelledDocument, invalidateDocument } from '../invalidations/invalidate-document.ts';
import {
  type CallOutcome,
  METERED_OUTCOMES,
  type Meter,
  type MeteredOutcome,
  type MeteredService,
  type Via,
} from './metrics-ports.ts';

/** How a driver issues and cancels: the operations themselves, each counted when it ends. */
export interface Sales {
  readonly issue: typeof issueDocument;
  /** What is stamped under a reference, which answers a request that would be refused. */
  readonly original: typeof stampedOriginal;
  readonly issueNote: typeof issueCreditNote;
  /** What is stamped under the reference of a note. */
  readonly originalNote: typeof stampedNote;
  readonly cancel: typeof invalidateDocument;
}

/** A document as it stands at the end of a request. */
interface Answered {
  readonly kind: 'issued';
  readonly record: Pick<DocumentRecord, 'tipoDte' | 'state'>;
  readonly isDuplicate: boolean;
}

interface Counting {
  readonly meter: Pick<Meter, 'issuance' | 'invalidation'>;
  /** The driver whose requests these are. */
  readonly via: Via;
  /** In milliseconds. */
  monotonic(): number;
}

/** The operations of a driver, which count what comes of its requests. */
export function countedSales({ meter, via, monotonic }: Counting): Sales {
  const issuing = async <T extends Answered | Refusal>(
    tipoDte: TipoDte,
    work: () => Promise<T>,
  ): Promise<T> => {
    const startedMs = monotonic();
    const ended = (outcome: MeteredOutcome) =>
      meter.issuance({ tipoDte, outcome, via, durationMs: monotonic() - startedMs });
    try {
      const answer = await work();
      ended(answer.kind === 'refused' ? refused(answer) : standing(answer.record.state, answer.isDuplicate));
      return answer;
    } catch (error) {
      ended('failed');
      throw error;
    }
  };
  const repeated = <T extends Answered>(original: T | null): T | null => {
    if (original !== null)
      meter.issuance({ tipoDte: original.record.tipoDte, outcome: 'duplicate', via, durationMs: null });
    return original;
  };
  return {
    issue: (context, request) => issuing(request.order.tipoDte, () => issueDocument(context, request)),
    original: async (context, reference) => repeated(await stampedOriginal(context, reference)),
    issueNote: (context, request) => issuing(NOTA_CREDITO.code, () => issueCreditNote(context, request)),
    originalNote: async (context, reference) => repeated(await stampedNote(context, reference)),
    async cancel(context, request) {
      const outcome = await invalidateDocument(context, request).catch((error: unknown) => {
        meter.invalidation({ tipoDte: null, outcome: 'failed', via });
        throw error;
      });
      meter.invalidation({ ...cancelled(outcome), via });
      return outcome;
    },
  };
}

function cancelled(answer: CancelledDocument | Refusal) {
  if (answer.kind === 'refused') return { tipoDte: null, outcome: refused(answer) };
  const { by, isDuplicate, record } = answer;
  const { state } = by.kind === 'event' ? by.event : by.note;
  return { tipoDte: record.tipoDte, outcome: standing(state, isDuplicate) };
}

function refused({ status }: Refusal): MeteredOutcome {
  return status < 500 ? 'refused' : 'failed';
}

/** What has no verdict yet is in contingency for the caller. */
function standing(state: DocumentState | InvalidationState, isDuplicate: boolean): MeteredOutcome {
  if (isDuplicate) return 'duplicate';
  const awaited = awaitedStateOf(state);
  return awaited === 'waiting' ? 'contingency' : awaited;
}

/** What requests to issue, and calls to the authority, came to in a span of time. */
export interface Tally {
  readonly issued: Readonly<Record<MeteredOutcome, number>>;
  /** How many documents took a time of each class to their stamp; see `classOf`. */
  readonly times: readonly number[];
  readonly calls: { readonly answered: number; readonly silent: number };
}

/** A meter that also keeps what it has counted since it was looked at last. */
export interface TalliedMeter {
  readonly meter: Meter;
  take(): Tally;
}

/** Each class of times ends a fifth above the one before it; the last, at more than a minute, has no end. */
const GROWTH = 1.2;
const CLASSES = 64;
const SILENT: readonly CallOutcome<MeteredService>[] = ['silent', 'not_delivered'];

export function talliedMeter(meter: Meter): TalliedMeter {
  let tally = emptyTally();
  return {
    meter: {
      ...meter,
      issuance(issuance) {
        const { outcome, durationMs } = issuance;
        tally.issued[outcome] += 1;
        if (outcome === 'stamped' && durationMs !== null) {
          const index = classOf(durationMs);
          tally.times[index] = (tally.times[index] ?? 0) + 1;
        }
        meter.issuance(issuance);
      },
      call(call) {
        if (SILENT.includes(call.outcome)) tally.calls.silent += 1;
        else tally.calls.answered += 1;
        meter.call(call);
      },
    },
    take() {
      const taken = tally;
      tally = emptyTally();
      return taken;
    },
  };
}

function emptyTally() {
  return {
    issued: { stamped: 0, contingency: 0, rejected: 0, duplicate: 0, refused: 0, failed: 0 },
    times: new Array<number>(CLASSES).fill(0),
    calls: { answered: 0, silent: 0 },
  };
}

function classOf(durationMs: number): number {
  return Math.min(CLASSES - 1, Math.ceil(Math.log(Math.max(1, durationMs)) / Math.log(GROWTH)));
}

/** All of these together. */
export function summedTally(tallies: readonly Tally[]): Tally {
  const sum = emptyTally();
  for (const { issued, times, calls } of tallies) {
    for (const outcome of METERED_OUTCOMES) sum.issued[outcome] += issued[outcome];
    times.forEach((count, index) => {
      sum.times[index] = (sum.times[index] ?? 0) + count;
    });
    sum.calls.answered += calls.answered;
    sum.calls.silent += calls.silent;
  }
  return sum;
}

/** The time, in milliseconds, within which this share of the stamps came, to a fifth; null where there was none. */
export function timeWithin({ times }: Pick<Tally, 'times'>, share: number): number | null {
  const wanted = Math.ceil(times.reduce((sum, count) => sum + count, 0) * share);
  if (wanted === 0) return null;
  let seen = 0;
  const index = times.findIndex((count) => {
    seen += count;
    return seen >= wanted;
  });
  return GROWTH ** index;
}
