import {
  ATTEMPT,
  DELIVERY,
  DOCUMENT,
  INVALIDATION,
  OPEN_STATES,
  stateAfter,
  statesBefore,
} from '../../core/submitting/states.ts';

/** States as the text of a statement lists them; a partial index serves a state that stands there, and no parameter. */
function listed(...states: readonly string[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}

/** The states of documents, by what is asked about them. */
export const DOCUMENTS_IN = {
  open: listed(...OPEN_STATES),
  /** Without a verdict, as whoever sent them left them. */
  contingency: listed(stateAfter(DOCUMENT, 'silence')),
  /** The states whose documents may become formal. */
  formalizable: listed(...statesBefore(DOCUMENT, 'formalize')),
  sendable: listed(...statesBefore(DOCUMENT, 'send')),
  /** The states whose documents may get another number. */
  renumberable: listed(...statesBefore(DOCUMENT, 'renumber')),
  sent: listed(stateAfter(DOCUMENT, 'send')),
  numbered: listed(DOCUMENT.begins.to),
  stamped: listed(stateAfter(DOCUMENT, 'stamp')),
  rejected: listed(stateAfter(DOCUMENT, 'reject')),
} as const;

/** Whether a document `d` counts as rejected: its verdict says so, or it is doubted as the copy of another one. */
export const IS_REJECTED = `(d.state = ${DOCUMENTS_IN.rejected} OR coalesce(d.doubt ->> 'about' = 'copy', false))`;

export const INVALIDATIONS_IN = {
  open: listed(INVALIDATION.begins.to),
  sealed: listed(stateAfter(INVALIDATION, 'seal')),
  rejected: listed(stateAfter(INVALIDATION, 'reject')),
} as const;

/** The fates of signed bytes. */
export const BYTES_IN = {
  unknown: listed(ATTEMPT.begins.to),
  stamped: listed(stateAfter(ATTEMPT, 'stamp')),
  sealed: listed(stateAfter(ATTEMPT, 'seal')),
  rejected: listed(stateAfter(ATTEMPT, 'reject')),
  absent: listed(stateAfter(ATTEMPT, 'miss')),
  notDelivered: listed(stateAfter(ATTEMPT, 'fail')),
} as const;

export const MESSAGES_IN = {
  queued: listed(DELIVERY.begins.to),
  sendable: listed(...statesBefore(DELIVERY, 'send')),
  sent: listed(stateAfter(DELIVERY, 'send')),
  failed: listed(stateAfter(DELIVERY, 'fail')),
  withdrawn: listed(stateAfter(DELIVERY, 'withdraw')),
} as const;
