/**
 * The states of an issued document and the one table of its transitions.
 *
 * - `claimed` is entered when the number is assigned, and again when a rejected document is retried; it is left when
 *   the bytes of an attempt are recorded, right before they are sent.
 * - `in_flight` means that bytes may have reached the authority and no verdict is known to us.
 * - `contingency` is entered when the authority stays silent for as long as the caller can wait; it is left by a
 *   verdict, or by sending again. Within it, a document becomes formal once the quarantine is over and nothing of it
 *   can have arrived: signed again as issued in contingency, it is sent only after the event that lists it is sealed.
 * - `rejected` is a verdict; only the caller's retry leaves it.
 * - `stamped` is a verdict and final.
 */
export const DOCUMENT_STATES = ['claimed', 'in_flight', 'contingency', 'rejected', 'stamped'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** What can happen to a document. */
export const DOCUMENT_TRIGGERS = ['send', 'stamp', 'reject', 'silence', 'formalize', 'retry'] as const;
export type DocumentTrigger = (typeof DOCUMENT_TRIGGERS)[number];

export interface Transition {
  readonly from: DocumentState;
  readonly trigger: DocumentTrigger;
  readonly to: DocumentState;
  /** When the transition may be taken, and what happens with it; printed in the docs. */
  readonly note: string;
}

export const DOCUMENT_TRANSITIONS: readonly Transition[] = [
  {
    from: 'claimed',
    trigger: 'send',
    to: 'in_flight',
    note: 'attempt recorded as unknown before the first byte leaves',
  },
  {
    from: 'claimed',
    trigger: 'silence',
    to: 'contingency',
    note: 'the authority is known to be down; nothing was sent',
  },
  {
    from: 'in_flight',
    trigger: 'send',
    to: 'in_flight',
    note: 'identical bytes again, or new bytes once every earlier attempt is settled',
  },
  { from: 'in_flight', trigger: 'stamp', to: 'stamped', note: 'seal tied to the attempt that carried it' },
  { from: 'in_flight', trigger: 'reject', to: 'rejected', note: 'observaciones kept for the caller' },
  { from: 'in_flight', trigger: 'silence', to: 'contingency', note: 'no verdict within the request budget' },
  {
    from: 'in_flight',
    trigger: 'formalize',
    to: 'contingency',
    note: 'the same for a document in contingency whose node died while it sent it again',
  },
  {
    from: 'contingency',
    trigger: 'send',
    to: 'in_flight',
    note: 'identical bytes, or new bytes once every earlier attempt is settled; formal ones after their event is sealed',
  },
  { from: 'contingency', trigger: 'stamp', to: 'stamped', note: 'adopted from a status query' },
  { from: 'contingency', trigger: 'reject', to: 'rejected', note: 'verdict of a resend' },
  { from: 'contingency', trigger: 'silence', to: 'contingency', note: 'still no verdict' },
  {
    from: 'contingency',
    trigger: 'formalize',
    to: 'contingency',
    note: 'quarantine over, every attempt settled; signed again with tipoModelo and tipoOperacion 2, once and for all',
  },
  {
    from: 'rejected',
    trigger: 'retry',
    to: 'claimed',
    note: 'same number; the new payload replaces the old one',
  },
];

/** The state after the trigger, or null where the table knows no such step. */
export function nextState(from: DocumentState, trigger: DocumentTrigger): DocumentState | null {
  const row = DOCUMENT_TRANSITIONS.find((step) => step.from === from && step.trigger === trigger);
  return row === undefined ? null : row.to;
}

/** The states in which the trigger is possible. */
export function statesBefore(trigger: DocumentTrigger): readonly DocumentState[] {
  return DOCUMENT_TRANSITIONS.filter((step) => step.trigger === trigger).map((step) => step.from);
}
