import type { TipoDte } from '../../core/dte/kinds.ts';
import { NOTA_CREDITO } from '../../core/dte/types/nota-credito.ts';
import type { Refusal } from '../../core/refusals/refusal.ts';
import { issueCreditNote, stampedNote } from '../credit-notes/issue-credit-note.ts';
import { issueDocument, stampedOriginal } from '../documents/issue-document.ts';
import type { DocumentRecord } from '../documents/ports.ts';
import { type CancelledDocument, invalidateDocument } from '../invalidations/invalidate-document.ts';
import type { Meter, MeteredOutcome, Via } from './metrics-ports.ts';

/** How a driver issues and cancels: the operations themselves, each counted when it ends. */
export interface Sales {
  readonly issue: typeof issueDocument;
  /** What is stamped under a reference, which answers a request that would be refused. */
  readonly original: typeof stampedOriginal;
  readonly issueNote: typeof issueCreditNote;
  /** The same of a note. */
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
function standing(state: string, isDuplicate: boolean): MeteredOutcome {
  if (isDuplicate) return 'duplicate';
  if (state === 'stamped' || state === 'sealed') return 'stamped';
  return state === 'rejected' ? 'rejected' : 'contingency';
}
