/** One step of the life of something that is sent. */
export interface Transition<State extends string, Trigger extends string> {
  readonly from: State;
  readonly trigger: Trigger;
  readonly to: State;
  /** When the transition may be taken, and what happens with it; printed in the docs. */
  readonly note: string;
}

/** All states of one kind of thing that is sent, and how it comes from one to the other. */
export interface Life<State extends string, Trigger extends string> {
  /** What lives it, as a heading says it. */
  readonly of: string;
  readonly begins: { readonly trigger: string; readonly to: State };
  readonly transitions: readonly Transition<State, Trigger>[];
}

/** The state after the trigger, or null where the table knows no such step. */
export function nextState<State extends string, Trigger extends string>(
  { transitions }: Life<State, Trigger>,
  from: State,
  trigger: Trigger,
): State | null {
  return transitions.find((step) => step.from === from && step.trigger === trigger)?.to ?? null;
}

/** The states in which the trigger is possible. */
export function statesBefore<State extends string, Trigger extends string>(
  { transitions }: Life<State, Trigger>,
  trigger: Trigger,
): readonly State[] {
  return transitions.filter((step) => step.trigger === trigger).map((step) => step.from);
}

/** The one state that the trigger leads to, whatever the state before. Throws where it leads to several. */
export function stateAfter<State extends string, Trigger extends string>(
  { of, transitions }: Life<State, Trigger>,
  trigger: Trigger,
): State {
  const ends = new Set(transitions.filter((step) => step.trigger === trigger).map(({ to }) => to));
  const [only] = ends;
  if (only === undefined || ends.size > 1)
    throw new Error(`"${trigger}" of a ${of} leads to ${ends.size} states`);
  return only;
}

/**
 * The states of an issued document.
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

export const DOCUMENT: Life<DocumentState, DocumentTrigger> = {
  of: 'document',
  begins: { trigger: 'claim', to: 'claimed' },
  transitions: [
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
    {
      from: 'in_flight',
      trigger: 'silence',
      to: 'contingency',
      note: 'no verdict within the request budget',
    },
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
  ],
};

/** The states without a verdict, which the background brings on. */
export const OPEN_STATES: readonly DocumentState[] = statesBefore(DOCUMENT, 'silence');

/**
 * The states of the event that invalidates a document. `open` has no verdict yet, be it that nothing of it was sent;
 * what is known of its bytes stands on these alone. `rejected` is a verdict, after which another event may take its
 * place. `sealed` is final, also where somebody else's event invalidated the document.
 */
export type InvalidationState = 'open' | 'rejected' | 'sealed';
export type InvalidationTrigger = 'send' | 'seal' | 'reject' | 'silence' | 'request';

export const INVALIDATION: Life<InvalidationState, InvalidationTrigger> = {
  of: 'invalidation',
  begins: { trigger: 'request', to: 'open' },
  transitions: [
    {
      from: 'open',
      trigger: 'send',
      to: 'open',
      note: 'bytes recorded as unknown; identical ones may be sent again at any time',
    },
    {
      from: 'open',
      trigger: 'silence',
      to: 'open',
      note: 'no verdict within the run; the background sends it again',
    },
    { from: 'open', trigger: 'seal', to: 'sealed', note: 'also where the authority has it already' },
    { from: 'open', trigger: 'reject', to: 'rejected', note: 'the document is valid again' },
    {
      from: 'open',
      trigger: 'request',
      to: 'open',
      note: 'another event, where none of the earlier bytes can have arrived',
    },
    { from: 'rejected', trigger: 'request', to: 'open', note: 'another event under a new code' },
  ],
};

/**
 * The states of the event that reports a contingency. `open` lists its documents, which wait for its seal; a rejected
 * event stays open and is sent under another code. `sealed` lets its documents follow; `finished` has all their verdicts.
 */
export type EventState = 'open' | 'sealed' | 'finished';
export type EventTrigger = 'send' | 'seal' | 'reject' | 'silence' | 'finish';

export const CONTINGENCY_EVENT: Life<EventState, EventTrigger> = {
  of: 'contingency event',
  begins: { trigger: 'return', to: 'open' },
  transitions: [
    {
      from: 'open',
      trigger: 'send',
      to: 'open',
      note: 'bytes recorded as unknown; after 20 minutes they are signed anew',
    },
    { from: 'open', trigger: 'silence', to: 'open', note: 'no verdict; the background sends it again' },
    {
      from: 'open',
      trigger: 'reject',
      to: 'open',
      note: 'under a new code, where no bytes under the present one can arrive',
    },
    {
      from: 'open',
      trigger: 'seal',
      to: 'sealed',
      note: 'the 72 hours of its documents run since its first sending',
    },
    { from: 'sealed', trigger: 'finish', to: 'finished', note: 'every document has its verdict' },
  ],
};

/**
 * What became of the bytes of one attempt. They are `unknown` until they are settled: by a verdict, by a known failure
 * to deliver every time they were sent, or by the authority's "absent" once the quarantine is over.
 */
export type AttemptOutcome = 'unknown' | 'stamped' | 'sealed' | 'rejected' | 'not_delivered' | 'absent';
export type AttemptTrigger = 'send' | 'stamp' | 'seal' | 'reject' | 'fail' | 'miss';

export const ATTEMPT: Life<AttemptOutcome, AttemptTrigger> = {
  of: 'signed bytes',
  begins: { trigger: 'record', to: 'unknown' },
  transitions: [
    { from: 'unknown', trigger: 'send', to: 'unknown', note: 'the same bytes again' },
    { from: 'unknown', trigger: 'stamp', to: 'stamped', note: 'a document' },
    { from: 'unknown', trigger: 'seal', to: 'sealed', note: 'an invalidation or a contingency event' },
    {
      from: 'unknown',
      trigger: 'reject',
      to: 'rejected',
      note: 'also of a document that somebody else has invalidated',
    },
    {
      from: 'unknown',
      trigger: 'fail',
      to: 'not_delivered',
      note: 'no sending can have arrived; also kept without being sent',
    },
    {
      from: 'unknown',
      trigger: 'miss',
      to: 'absent',
      note: 'the authority does not know a document after the quarantine',
    },
    { from: 'not_delivered', trigger: 'send', to: 'unknown', note: 'the earlier sendings no longer count' },
    { from: 'absent', trigger: 'send', to: 'unknown', note: 'the earlier sendings no longer count' },
  ],
};

/** The states of a message about a document. A message that went out counts as sent whoever sent it. */
export type DeliveryState = 'queued' | 'sent' | 'failed' | 'withdrawn';
export type DeliveryTrigger = 'queue' | 'send' | 'fail' | 'withdraw';

export const DELIVERY: Life<DeliveryState, DeliveryTrigger> = {
  of: 'message',
  begins: { trigger: 'queue', to: 'queued' },
  transitions: [
    { from: 'queued', trigger: 'send', to: 'sent', note: 'the mail server has taken it' },
    { from: 'queued', trigger: 'fail', to: 'failed', note: 'nobody tries it again' },
    { from: 'queued', trigger: 'withdraw', to: 'withdrawn', note: 'what it says is no longer true' },
    { from: 'withdrawn', trigger: 'send', to: 'sent', note: 'it had gone out already' },
    { from: 'withdrawn', trigger: 'queue', to: 'queued', note: 'what it says is true again' },
  ],
};

/** Every life, in the order in which the docs show them. */
export const LIVES: readonly Life<string, string>[] = [
  DOCUMENT,
  INVALIDATION,
  CONTINGENCY_EVENT,
  ATTEMPT,
  DELIVERY,
];
