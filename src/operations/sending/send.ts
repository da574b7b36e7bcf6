import type { SentBytes } from '../../core/submitting/attempt.ts';
import type { Progress, SendingStep } from '../../core/submitting/next-step.ts';
import type { AuthorityAccount, NoAnswer } from '../authority/ports.ts';
import type { IssuingContext, IssuingTimes } from '../documents/issuing-context.ts';
import type { Clock, SigningFailure, SigningOutcome } from '../documents/ports.ts';
import type { SendingStore } from './ports.ts';

/** What somebody holds the lease of, as far as every sending is alike. */
export interface Held {
  /** Names what is held, beside the fence of the lease. */
  readonly lease: { readonly companyId: string; readonly fence: string };
  /** In the order of their numbers, as far as they matter: the latest, and those of unknown fate. */
  readonly attempts: readonly SentBytes[];
}

/** One run over what is held: what it is now, and what has been learnt and spent. */
export interface Run<H> extends Omit<Progress, 'outOfTime' | 'offline'> {
  readonly held: H;
  /** Sendings of which nothing can have been processed. */
  readonly undelivered: number;
  readonly silence: NoAnswer;
}

/** What the authority says; everything without a recognised verdict is `silent`. */
export type Reply<Verdict> =
  | { readonly kind: 'verdict'; readonly verdict: Verdict }
  | ({ readonly kind: 'silent' } & NoAnswer);

/** What became of a sending. */
export type Answer<Verdict> =
  | Reply<Verdict>
  /** Not one byte can have been processed. */
  | ({ readonly kind: 'not_delivered' } & NoAnswer)
  /** The authority has it from before; `confirm` asks what that means, unless there is no time: then `unconfirmed`. */
  | {
      readonly kind: 'known';
      readonly confirm: () => Promise<Reply<Verdict>>;
      readonly unconfirmed: string;
    };

/** How the work on what is held ended. */
export type Ended<Settled> =
  | ({ readonly kind: 'settled' } & Settled)
  | SigningFailed
  /** Somebody else took it over; what became of it is in the store. */
  | { readonly kind: 'lease_lost' };

export interface SigningFailed {
  readonly kind: 'signing_failed';
  readonly failure: SigningFailure;
}

/** Where a run is after a step: it goes on, or it is over. */
export type After<H, Settled> = Promise<Run<H> | Ended<Settled>>;

/**
 * How one kind of thing is sent. Its store's answers are `null` or `false` where the lease is no longer ours and nothing
 * was written.
 */
export interface Protocol<H extends Held, Verdict, Settled> {
  /** Why there is no verdict where nothing was sent or asked. */
  readonly unsent: string;
  /** `own` is a step that this protocol alone takes. */
  next(
    run: Run<H>,
    progress: Progress,
  ): SendingStep | { readonly do: 'own'; readonly perform: () => After<H, Settled> };
  sign(held: H): Promise<SigningOutcome>;
  /** Commits new bytes as `unknown` before the first of them leaves. */
  record(held: H, jws: string, leaseMs: number): Promise<H | null>;
  /** Puts on record that the same bytes are about to leave once more. */
  recordResend(held: H, attempt: number, leaseMs: number): Promise<H | null>;
  send(held: H, attempt: SentBytes): Promise<Answer<Verdict>>;
  /** Closes bytes without a verdict. */
  close(held: H, attempt: number, outcome: 'not_delivered' | 'absent'): Promise<H | null>;
  renew(held: H, leaseMs: number): Promise<boolean>;
  settle(run: Run<H>, verdict: Verdict): Promise<Settled | null>;
  /** Leaves it without a verdict to a later run. */
  wait(run: Run<H>, retryMs: number): Promise<Settled | null>;
  /** Ends the lease where nothing could be signed. */
  release(held: H, retryMs: number): Promise<void>;
  /** How long it then rests. */
  retryMs(held: H): number;
}

export interface SendingTask {
  readonly account: AuthorityAccount;
  /** Monotonic instant after which nothing new is started. */
  readonly deadline: number;
  /** Once aborted, nothing new is started either. */
  readonly stop?: Pick<AbortSignal, 'aborted'>;
}

/** A protocol at work for one task. */
export interface Work<H extends Held, Verdict, Settled> {
  readonly context: Pick<IssuingContext, 'clock' | 'breaker' | 'times' | 'log'>;
  readonly task: SendingTask;
  readonly protocol: Protocol<H, Verdict, Settled>;
}

/** How long a lease outlives the step it was taken for. */
const LEASE_MARGIN_MS = 4000;

/** A lease covers one call with its token, so that only a dead holder loses it. */
export function leaseMs(times: Pick<IssuingTimes, 'callTimeoutMs'>): number {
  return 2 * times.callTimeoutMs + LEASE_MARGIN_MS;
}

/** No node shortens what the database keeps for all of them, nor the database what this one was started with. */
export function quarantineOf(
  { times }: Pick<IssuingContext, 'times'>,
  { quarantineMs }: { readonly quarantineMs: number },
): number {
  return Math.max(times.quarantineMs, quarantineMs);
}

export const LEASE_LOST = { kind: 'lease_lost' } as const;

/** The part of a protocol that is one and the same wherever its store answers with the attempts as they stand then. */
export function writtenTo<L extends Held['lease'], B extends SentBytes, H extends Kept<L, B>>(
  store: SendingStore<L, B>,
) {
  const withAttempts = (held: H, attempts: readonly B[] | null): H | null =>
    attempts === null ? null : { ...held, attempts };
  return {
    unsent: 'the authority was not called',
    record: async (held: H, jws: string, forMs: number) =>
      withAttempts(held, await store.recordAttempt(held.lease, jws, forMs)),
    recordResend: async (held: H, attempt: number, forMs: number) =>
      withAttempts(held, await store.recordResend(held.lease, attempt, forMs)),
    close: async (held: H, attempt: number) =>
      withAttempts(held, await store.closeAttempt(held.lease, attempt)),
    renew: ({ lease }: H, forMs: number) => store.renew(lease, forMs),
    release: ({ lease }: H, retryMs: number) => store.release(lease, retryMs),
  };
}

interface Kept<L, B> {
  readonly lease: L;
  readonly attempts: readonly B[];
}

/**
 * Brings what is held to a verdict or leaves it open for a later run (design section 3). What to do next is decided by
 * the protocol's pure function; this carries it out, one step at a time, each recorded before it leaves the house.
 */
export async function bringOn<H extends Held, V, S extends object>(
  work: Work<H, V, S>,
  held: H,
): Promise<Ended<S>> {
  const { context, task, protocol } = work;
  const silence = { reason: protocol.unsent, cause: context.breaker.causeOf(task.account) };
  let run: Run<H> = {
    held,
    sends: 0,
    absentMs: {},
    controlledMs: null,
    gaveUp: false,
    undelivered: 0,
    silence,
  };
  for (;;) {
    const outcome = await takeStep(work, run);
    if ('kind' in outcome) return outcome;
    run = outcome;
  }
}

function takeStep<H extends Held, V, S extends object>(work: Work<H, V, S>, run: Run<H>): After<H, S> {
  const { protocol, context, task } = work;
  const offline = context.breaker.isOpen(task.account);
  const step = protocol.next(run, { ...run, outOfTime: isOutOfTime(work), offline });
  switch (step.do) {
    case 'sign':
      return sendNew(work, run);
    case 'send':
      return sendAgain(work, run, step.attempt.number);
    case 'own':
      return step.perform();
    case 'wait':
      return ended(protocol.wait(run, protocol.retryMs(run.held)));
  }
}

function isOutOfTime<H extends Held, V, S>({ context, task }: Work<H, V, S>): boolean {
  return context.clock.monotonic() >= task.deadline || task.stop?.aborted === true;
}

async function ended<S extends object>(settling: Promise<S | null>): Promise<Ended<S>> {
  const settled = await settling;
  return settled === null ? LEASE_LOST : { ...settled, kind: 'settled' };
}

/** New bytes; where they cannot be signed, what is held is let go, and the operator is told why. */
export async function signed<H extends Held, V, S>(
  { protocol, context }: Work<H, V, S>,
  held: H,
  signing: Promise<SigningOutcome>,
): Promise<SigningFailed | { readonly kind: 'signed'; readonly jws: string }> {
  const outcome = await signing;
  if (outcome.kind === 'signed') return outcome;
  await protocol.release(held, protocol.retryMs(held));
  const { fence: _, ...named } = held.lease;
  const { failure, reason } = outcome;
  context.log.warn('signing_failed', { ...named, failure, reason });
  return { kind: 'signing_failed', failure };
}

async function sendNew<H extends Held, V, S extends object>(work: Work<H, V, S>, run: Run<H>): After<H, S> {
  const signing = await signed(work, run.held, work.protocol.sign(run.held));
  if (signing.kind === 'signing_failed') return signing;
  const forMs = leaseMs(work.context.times);
  const leaseEnd = inMs(work.context.clock, forMs);
  const held = await work.protocol.record(run.held, signing.jws, forMs);
  if (held === null) return LEASE_LOST;
  return send(work, { ...run, held }, { number: held.attempts.at(-1)?.number, leaseEnd });
}

/** What the two clocks of a node show. */
interface Reading {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

function inMs(clock: Clock, delayMs: number): Reading {
  return { monotonicMs: clock.monotonic() + delayMs, wallMs: clock.now() + delayMs };
}

/** By either clock: the monotonic one stands still while the machine sleeps, and the other one may be put back. */
function isPast(clock: Clock, end: Reading): boolean {
  return clock.monotonic() >= end.monotonicMs || clock.now() >= end.wallMs;
}

/** What never left may be sent as it is, and what may have arrived as often as one likes. */
async function sendAgain<H extends Held, V, S extends object>(
  work: Work<H, V, S>,
  run: Run<H>,
  number: number,
): After<H, S> {
  const forMs = leaseMs(work.context.times);
  const leaseEnd = inMs(work.context.clock, forMs);
  const held = await work.protocol.recordResend(run.held, number, forMs);
  return held === null ? LEASE_LOST : send(work, { ...run, held }, { number, leaseEnd });
}

/**
 * The bytes are on record as `unknown`; only now does the first of them leave. A process that stood still past its
 * lease sends nothing: the quarantine of these bytes, counted since they were recorded, may be over for the next holder.
 */
async function send<H extends Held, V, S extends object>(
  work: Work<H, V, S>,
  run: Run<H>,
  { number, leaseEnd }: { readonly number: number | undefined; readonly leaseEnd: Reading },
): After<H, S> {
  const attempt = run.held.attempts.find((one) => one.number === number);
  if (attempt === undefined) throw new Error('a recorded attempt is missing');
  if (isPast(work.context.clock, leaseEnd)) return LEASE_LOST;
  const answer = await work.protocol.send(run.held, attempt);
  const sent = { ...run, sends: run.sends + 1 };
  switch (answer.kind) {
    case 'verdict':
      return settle(work, sent, answer.verdict);
    case 'silent':
      // The bytes may have arrived: the next decision asks, or sends them again.
      return { ...sent, silence: noAnswer(answer), absentMs: {}, controlledMs: null };
    case 'not_delivered':
      return notDelivered(work, { ...sent, silence: noAnswer(answer) }, attempt);
    case 'known':
      // This sending changed nothing: what the authority has, an earlier one brought.
      return confirm(work, run, answer);
  }
}

export function noAnswer({ reason, cause }: NoAnswer): NoAnswer {
  return { reason, cause };
}

export function settle<H extends Held, V, S extends object>(
  { protocol }: Work<H, V, S>,
  run: Run<H>,
  verdict: V,
): Promise<Ended<S>> {
  return ended(protocol.settle(run, verdict));
}

export function givenUp<H>(run: Run<H>, silence: NoAnswer): Run<H> {
  return { ...run, gaveUp: true, silence: noAnswer(silence) };
}

/**
 * Nothing of this sending can have been processed. Bytes that were sent before stay of unknown fate; those that never
 * were are closed. One repetition, then a later run.
 */
async function notDelivered<H extends Held, V, S>(
  work: Work<H, V, S>,
  run: Run<H>,
  { number, sends }: SentBytes,
): After<H, S> {
  const undelivered = run.undelivered + 1;
  const after = { ...run, undelivered, gaveUp: run.gaveUp || undelivered > 1 };
  return sends > 1 ? after : close(work, after, { number, outcome: 'not_delivered' });
}

export async function close<H extends Held, V, S>(
  { protocol }: Work<H, V, S>,
  run: Run<H>,
  { number, outcome }: { readonly number: number; readonly outcome: 'not_delivered' | 'absent' },
): After<H, S> {
  const held = await protocol.close(run.held, number, outcome);
  return held === null ? LEASE_LOST : { ...run, held };
}

async function confirm<H extends Held, V, S extends object>(
  work: Work<H, V, S>,
  run: Run<H>,
  { confirm, unconfirmed }: Extract<Answer<V>, { kind: 'known' }>,
): After<H, S> {
  if (isOutOfTime(work)) return givenUp(run, { reason: unconfirmed });
  const kept = await work.protocol.renew(run.held, leaseMs(work.context.times));
  if (!kept) return LEASE_LOST;
  const reply = await confirm();
  return reply.kind === 'verdict' ? settle(work, run, reply.verdict) : givenUp(run, reply);
}
