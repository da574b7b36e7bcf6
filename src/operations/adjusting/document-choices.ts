import { type Cancellation, chooseCancellation } from '../../core/adjusting/choice.ts';
import { isFullyAdjusted, isInvalidated, leftOf } from '../../core/adjusting/standing.ts';
import { creditNoteEnd, directInvalidationEnd } from '../../core/adjusting/windows.ts';
import type { Company } from '../../core/company/company.ts';
import { typeOf } from '../../core/dte/kinds.ts';
import { decimal, formatCents } from '../../core/money/decimal.ts';
import type { Clock, DocumentRecord } from '../documents/ports.ts';
import type { DocumentView } from '../documents/reading-ports.ts';
import type { InvalidationStore, InvalidationSubject } from '../invalidations/ports.ts';

export interface ChoiceParts {
  readonly invalidations: Pick<InvalidationStore, 'subject'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** How a document may be cancelled now. */
export interface CancelChoice {
  readonly kind: Cancellation['kind'];
  /** The last millisecond in which an event cancels it; null without a seal. */
  readonly directUntilMs: number | null;
}

/** Whether a note may adjust a document now. */
export interface NoteChoice {
  readonly isOpen: boolean;
  /** The last millisecond in which a note may be numbered. */
  readonly untilMs: number;
  /** What other notes have left of it, in dollars with VAT. */
  readonly left: string;
  readonly isCancelled: boolean;
}

/** What may be done to a document now, and until when. */
export interface DocumentChoices {
  readonly cancel: CancelChoice;
  /** Null for a document that no note adjusts. */
  readonly note: NoteChoice | null;
  /** Whether its message may be sent again. */
  readonly canMail: boolean;
}

/** What may be done to a document, as the windows of its company are now. */
export async function documentChoices(
  { invalidations, clock }: ChoiceParts,
  company: Company,
  { record, standing, delivery }: DocumentView,
): Promise<DocumentChoices> {
  const { companyId, documentId, tipoDte, state, postedMs } = record;
  const nowMs = clock.now();
  const subject = state === 'stamped' ? await invalidations.subject(companyId, documentId) : null;
  const sealedMs = subject?.sealedMs ?? null;
  const { choice, directUntilMs } = cancellationOf(record, { standing, sealedMs }, company, nowMs);
  const untilMs = creditNoteEnd(postedMs, company.windows);
  const gross = decimal(record.summary.amountGross);
  const isCancelled = isInvalidated(standing);
  const admitsNote = state === 'stamped' && !isCancelled && !isFullyAdjusted(standing, { gross });
  const note = {
    isOpen: admitsNote && nowMs <= untilMs,
    untilMs,
    left: formatCents(leftOf(standing, { gross })),
    isCancelled,
  };
  return {
    cancel: { kind: choice.kind, directUntilMs: sealedMs === null ? null : directUntilMs },
    note: typeOf(tipoDte).isAdjustedByNotes ? note : null,
    canMail: delivery.isConfigured && (state === 'stamped' || state === 'contingency'),
  };
}

/** Which way a document is cancelled now, and the last millisecond in which an event cancels it; without a seal, none. */
export function cancellationOf(
  { tipoDte, state }: Pick<DocumentRecord, 'tipoDte' | 'state'>,
  { standing, sealedMs }: Pick<InvalidationSubject, 'standing' | 'sealedMs'>,
  { windows }: Company,
  nowMs: number,
): { readonly choice: Cancellation; readonly directUntilMs: number } {
  const { isAdjustedByNotes } = typeOf(tipoDte);
  const directUntilMs =
    sealedMs === null ? Number.NEGATIVE_INFINITY : directInvalidationEnd({ tipoDte, sealedMs }, windows);
  const choice = chooseCancellation({ state, isAdjustedByNotes, standing, directUntilMs }, nowMs);
  return { choice, directUntilMs };
}
