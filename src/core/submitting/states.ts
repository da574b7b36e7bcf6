/** From which state which trigger leads to which, and when, and what happens with it; printed in the docs. */
export type Transition<State extends string, Trigger extends string> = readonly [
  from: State,
  trigger: Trigger,
  to: State,
  note: string,
];

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
  return transitions.find((step) => step[0] === from && step[1] === trigger)?.[2] ?? null;
}

/** The states in which the trigger is possible. */
export function statesBefore<State extends string, Trigger extends string>(
  { transitions }: Life<State, Trigger>,
  trigger: Trigger,
): readonly State[] {
  return transitions.filter(([, name]) => name === trigger).map(([from]) => from);
}

/** The one state that the trigger leads to, whatever the state before. Throws where it leads to several. */
export function stateAfter<State extends string, Trigger extends string>(
  { of, transitions }: Life<State, Trigger>,
  trigger: Trigger,
): State {
  const ends = new Set(transitions.filter(([, name]) => name === trigger).map(([, , to]) => to));
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
 *   A rejection in doubt (`doubt.ts`) stays in it until the doubt is over; where it is about a copy, callers are told
 *   `rejected` at once. A number that turns out to be another system's is replaced in it.
 * - `rejected` is a verdict; only the caller's retry leaves it.
 * - `stamped` is a verdict and final.
 */
export const DOCUMENT_STATES = ['claimed', 'in_flight', 'contingency', 'rejected', 'stamped'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** What can happen to a document. */
export const DOCUMENT_TRIGGERS = [
  'send',
  'stamp',
  'reject',
  'silence',
  'doubt',
  'formalize',
  'renumber',
  'retry',
] as const;
export type DocumentTrigger = (typeof DOCUMENT_TRIGGERS)[number];

export const DOCUMENT: Life<DocumentState, DocumentTrigger> = {
  of: 'document',
  begins: { trigger: 'claim', to: 'claimed' },
  transitions: [
    ['claimed', 'send', 'in_flight', 'attempt recorded as unknown before the first byte leaves'],
    ['claimed', 'silence', 'contingency', 'the authority is known to be down; nothing was sent'],
    [
      'in_flight',
      'send',
      'in_flight',
      'identical bytes again, or new bytes once every earlier attempt is settled',
    ],
    ['in_flight', 'stamp', 'stamped', 'seal tied to the attempt that carried it'],
    ['in_flight', 'reject', 'rejected', 'observaciones kept for the caller'],
    ['in_flight', 'silence', 'contingency', 'no verdict within the request budget'],
    [
      'in_flight',
      'doubt',
      'contingency',
      'rejected, while an earlier copy of the bytes may be stamped, or for a number that may be its own; the rejection is kept',
    ],
    [
      'in_flight',
      'formalize',
      'contingency',
      'the same for a document in contingency whose node died while it sent it again',
    ],
    [
      'contingency',
      'send',
      'in_flight',
      'identical bytes, or new bytes once every earlier attempt is settled; formal ones after their event is sealed',
    ],
    ['contingency', 'stamp', 'stamped', 'adopted from a status query'],
    [
      'contingency',
      'reject',
      'rejected',
      'verdict of a resend, or one that was in doubt and is not any more',
    ],
    ['contingency', 'silence', 'contingency', 'still no verdict'],
    ['contingency', 'doubt', 'contingency', 'the same for what had been in contingency'],
    [
      'contingency',
      'formalize',
      'contingency',
      'quarantine over, every attempt settled; signed again with tipoModelo and tipoOperacion 2, once and for all',
    ],
    [
      'contingency',
      'renumber',
      'contingency',
      'quarantine over, and no code of the document is stamped: its number is another system’s, and it gets the next one',
    ],
    ['rejected', 'retry', 'claimed', 'same number; the new payload replaces the old one'],
  ],
};

/** How far something comes for whoever waits for its verdict; `stamped` alone is a fact. */
export type AwaitedState = 'waiting' | 'stamped' | 'rejected';

/** What is told of a document's state, or of the event's that invalidates one. */
export function awaitedStateOf(state: DocumentState | InvalidationState): AwaitedState {
  if (state === 'sealed' || state === 'stamped') return 'stamped';
  return state === 'rejected' ? 'rejected' : 'waiting';
}

/** The states without a verdict, which the background brings on. */
export const OPEN_STATES: readonly DocumentState[] = statesBefore(DOCUMENT, 'silence');

/**
 * The states of the event that invalidates a document. `open` has no verdict yet, be it that nothing of it was sent;
 * what is known of its bytes stands on these alone. `rejected` is a verdict, after which another event may take its
 * place. `sealed` is final, also where somebody else's event invalidated the document.
 */
export type InvalidationState = 'open' | 'rejected' | 'sealed';
export const INVALIDATION: Life<InvalidationState, 'send' | 'seal' | 'reject' | 'silence' | 'request'> = {
  of: 'invalidation',
  begins: { trigger: 'request', to: 'open' },
  transitions: [
    ['open', 'send', 'open', 'bytes recorded as unknown; identical ones may be sent again at any time'],
    ['open', 'silence', 'open', 'no verdict within the run; the background sends it again'],
    ['open', 'seal', 'sealed', 'also where the authority has it already'],
    ['open', 'reject', 'rejected', 'the document is valid again'],
    ['open', 'request', 'open', 'another event, where none of the earlier bytes can have arrived'],
    ['rejected', 'request', 'open', 'another event under a new code'],
  ],
};

/**
 * The states of the event that reports a contingency. `open` lists its documents, which wait for its seal, without
 * those that turn out to be stamped; a rejected event stays open and is sent under another code. `sealed` lets its documents follow; `finished` has all their verdicts.
 */
export type EventState = 'open' | 'sealed' | 'finished';
export const CONTINGENCY_EVENT: Life<EventState, 'send' | 'seal' | 'reject' | 'silence' | 'finish'> = {
  of: 'contingency event',
  begins: { trigger: 'return', to: 'open' },
  transitions: [
    ['open', 'send', 'open', 'bytes recorded as unknown; after 20 minutes they are signed anew'],
    ['open', 'silence', 'open', 'no verdict; the background sends it again'],
    ['open', 'reject', 'open', 'under a new code, where no bytes under the present one can arrive'],
    ['open', 'finish', 'finished', 'all of its documents had arrived after all: it lists none'],
    ['open', 'seal', 'sealed', 'the 72 hours of its documents run since its first sending'],
    ['sealed', 'finish', 'finished', 'every document has its verdict'],
  ],
};

/**
 * What became of the bytes of one attempt. They are `unknown` until they are settled: by a verdict, by a known failure
 * to deliver every time they were sent, or by the authority's "absent" once the quarantine is over.
 */
export type AttemptOutcome = 'unknown' | 'stamped' | 'sealed' | 'rejected' | 'not_delivered' | 'absent';
export const ATTEMPT: Life<AttemptOutcome, 'send' | 'stamp' | 'seal' | 'reject' | 'fail' | 'miss'> = {
  of: 'signed bytes',
  begins: { trigger: 'record', to: 'unknown' },
  transitions: [
    ['unknown', 'send', 'unknown', 'the same bytes again'],
    ['unknown', 'stamp', 'stamped', 'a document'],
    ['unknown', 'seal', 'sealed', 'an invalidation or a contingency event'],
    ['unknown', 'reject', 'rejected', 'also of a document that somebody else has invalidated'],
    ['not_delivered', 'reject', 'rejected', 'their number turned out to be another system’s'],
    ['absent', 'reject', 'rejected', 'their number turned out to be another system’s'],
    ['unknown', 'fail', 'not_delivered', 'no sending can have arrived; also kept without being sent'],
    ['unknown', 'miss', 'absent', 'the authority does not know a document after the quarantine'],
    ['not_delivered', 'send', 'unknown', 'the earlier sendings no longer count'],
    ['absent', 'send', 'unknown', 'the earlier sendings no longer count'],
    ['absent', 'stamp', 'stamped', 'the bytes came after their quarantine; the seal says when'],
    ['rejected', 'stamp', 'stamped', 'another copy of them had been stamped; the seal says when'],
  ],
};

/** The states of a message about a document. A message that went out counts as sent whoever sent it. */
export type DeliveryState = 'queued' | 'sent' | 'failed' | 'withdrawn';
export const DELIVERY: Life<DeliveryState, 'queue' | 'send' | 'fail' | 'withdraw'> = {
  of: 'message',
  begins: { trigger: 'queue', to: 'queued' },
  transitions: [
    ['queued', 'send', 'sent', 'the mail server has taken it'],
    ['queued', 'fail', 'failed', 'nobody tries it again'],
    ['queued', 'withdraw', 'withdrawn', 'what it says is no longer true'],
    ['withdrawn', 'send', 'sent', 'it had gone out already'],
    ['withdrawn', 'queue', 'queued', 'what it says is true again'],
    ['queued', 'queue', 'queued', 'the document is rejected again'],
    ['sent', 'queue', 'queued', 'somebody asks for it again, or the document is rejected again'],
    ['failed', 'queue', 'queued', 'the same'],
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
