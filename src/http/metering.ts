import type { TipoDte } from '../core/dte/kinds.ts';
import type { Refusal } from '../core/refusals/refusal.ts';
import type { DocumentRecord } from '../operations/documents/ports.ts';
import type { Meter, MeteredOutcome } from '../operations/installation/metrics-ports.ts';
import type { CancelledDocument } from '../operations/invalidations/invalidate-document.ts';

/** A document as it stands at the end of a request, whether issued or taken back by a note. */
interface Issued {
  readonly kind: 'issued';
  readonly record: Pick<DocumentRecord, 'state'>;
  readonly isDuplicate: boolean;
}

/** Counts a request to issue. */
export function meterIssuance(meter: Meter, tipoDte: TipoDte, outcome: Issued | Refusal): void {
  const ended =
    outcome.kind === 'refused' ? refused(outcome) : standing(outcome.record.state, outcome.isDuplicate);
  meter.issuance(tipoDte, ended);
}

/** Counts a request to issue that an error ended, and lets the error go on. */
export function countFailed(meter: Meter, tipoDte: TipoDte): (error: unknown) => never {
  return (error) => {
    meter.issuance(tipoDte, 'failed');
    throw error;
  };
}

/** Counts a request to take a document back. */
export function meterInvalidation(meter: Meter, outcome: CancelledDocument | Refusal): void {
  if (outcome.kind === 'refused') {
    meter.invalidation(null, refused(outcome));
    return;
  }
  const { by, isDuplicate, record } = outcome;
  const { state } = by.kind === 'event' ? by.event : by.note;
  meter.invalidation(record.tipoDte, standing(state, isDuplicate));
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
