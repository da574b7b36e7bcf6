import type { Authority, Consultation, Reception, Submission } from '../../src/operations/authority/ports.ts';
import { numberKey, type SimulatedAuthority } from './authority.ts';
import type { SimulatedContingencies } from './authority-contingency.ts';
import type { InvalidationDesk } from './authority-invalidation.ts';
import { briefly, readSigned } from './signed-text.ts';
import type { World } from './world.ts';

/** One sending of bytes that has left a node. */
export interface Copy {
  readonly jws: string;
  readonly leftMs: number;
  /** How many times it may still arrive. */
  pending: number;
  /** The authority has refused what it came in without looking at it. */
  unread: boolean;
  /** The authority has rejected this sending; where the network brings it again, it is rejected again. */
  rejected: boolean;
}

/** Signed bytes under their generation code. */
export type Sending = Pick<Submission, 'jws' | 'codigoGeneracion'>;

/** Told what passes between the nodes and the authority. */
export interface Wire {
  /** Bytes are about to leave. */
  onSend(sending: Sending): void;
  /** They have left. */
  onLeave(copy: Copy): void;
  onAbsent(codigoGeneracion: string, askedMs: number): void;
}

/** Told which events of invalidation leave. */
export interface InvalidationWire {
  /** Bytes are about to leave. */
  onSend(jws: string): void;
  /** They have left. */
  onLeave(copy: Copy): void;
}

/** What a node's end of the line needs of the node. */
export interface LineEnd {
  readonly name: string;
  /** Goes on in the node's code, unless the node died since. */
  resume(delayMs: number, run: () => void): void;
  /** The node may die or stand still here; true where it is dead. */
  mayFail(): boolean;
}

export interface NetworkOptions {
  readonly world: World;
  readonly authority: SimulatedAuthority;
  readonly contingencies: SimulatedContingencies;
  readonly invalidations: InvalidationDesk;
  readonly wire: Wire;
  readonly invalidationWire: InvalidationWire;
  readonly callTimeoutMs: number;
  readonly quarantineMs: number;
  /** Bytes arrive before this instant or never: within the quarantine, which counts from their recording. */
  readonly lastArrivalMs: (jws: string) => number;
  /** The bytes that left last under each number. */
  readonly left: Map<string, string>;
  /** Whether no version of the document that came after these bytes is on record as sent. */
  readonly isLatest: (jws: string) => boolean;
  /** Whether queries about this document are answered by an error of the authority's. */
  readonly isMute: (codigoGeneracion: string) => boolean;
}

/** The authority as one node reaches it. */
export function createLine(options: NetworkOptions, end: LineEnd): Authority {
  return {
    submit: (submission) => new Promise((resolve) => submit(options, end, { submission, resolve })),
    consult: ({ codigoGeneracion }) =>
      new Promise((resolve) => consult(options, end, { codigoGeneracion, resolve })),
  };
}

export const SILENT = { kind: 'silent', reason: 'time-out', raw: null } as const;
export const NOT_DELIVERED = { kind: 'not_delivered', reason: 'ECONNREFUSED', raw: null } as const;

/** Whether what leaves now comes to nothing, and how: before it has left, or on its way. */
export function drawLoss({ world }: NetworkOptions): 'unreachable' | 'lost' | null {
  const { dice } = world;
  const isOut = isOutage(world);
  const { unreachable, lostRequest } = world.faults();
  if (dice.chance(isOut ? 0.5 : unreachable)) return 'unreachable';
  return isOut || dice.chance(lostRequest) ? 'lost' : null;
}

function submit(
  options: NetworkOptions,
  end: LineEnd,
  {
    submission,
    resolve,
  }: { readonly submission: Submission; readonly resolve: (reception: Reception) => void },
): void {
  const { world, wire } = options;
  const { dice } = world;
  if (end.mayFail()) return;
  const reply = answering(options, end, resolve);
  const isOut = isOutage(world);
  if (dice.chance(isOut ? 0.5 : world.faults().unreachable)) {
    world.note(() => `${end.name} cannot reach the authority with ${briefly(submission.jws)}`);
    reply(dice.between(1, 200), NOT_DELIVERED);
    return;
  }
  wire.onSend(submission);
  const copy = newCopy(world, submission.jws);
  world.note(() => `${end.name} sends ${briefly(copy.jws)}`);
  wire.onLeave(copy);
  const before = leaveUnder(options, copy.jws);
  reply(options.callTimeoutMs, SILENT);
  if (isOut || dice.chance(world.faults().lostRequest)) {
    if (dice.chance(world.faults().ghost)) haunt(options, copy.jws);
    return;
  }
  if (before !== null) raiseEarlier(options, before, copy.jws);
  deliver(options, copy, (reception) => {
    if (!dice.chance(world.faults().lostAnswer)) reply(dice.upTo(1_000), reception);
    else if (dice.chance(0.5)) reply(dice.upTo(1_000), { ...SILENT, reason: '502' });
  });
  if (dice.chance(world.faults().duplicate)) deliver(options, copy, () => undefined);
}

export function newCopy(world: World, jws: string): Copy {
  return { jws, leftMs: world.nowMs(), pending: 0, unread: false, rejected: false };
}

/** Notes what leaves under its number; answers what left before under it. */
export function leaveUnder({ left }: NetworkOptions, jws: string): string | null {
  const key = numberKey(readSigned(jws));
  const before = left.get(key) ?? null;
  left.set(key, jws);
  return before;
}

/**
 * The bytes that seemed lost arrive when their quarantine is over, while nothing else is on record as sent under their
 * number: later nobody could tell whose seal it is. A note is spared: what it took may be another one's by then.
 */
function haunt(options: NetworkOptions, jws: string): void {
  const { world, authority, isLatest, quarantineMs } = options;
  const text = readSigned(jws);
  if (text.ccf !== null) return;
  const lateMs = quarantineMs + world.dice.between(1, 20) * 60_000;
  world.after(latestMs(options, jws) - world.nowMs() + lateMs - quarantineMs, () => {
    if (!isLatest(jws) || authority.ledger.rejected.has(jws)) return;
    world.note(() => `a ghost arrives: ${briefly(jws)}`);
    authority.receive(jws, { visibleMs: world.nowMs(), ghost: true });
  });
}

/** The bytes of the code before this one arrive a day late, right before those of the new code. */
function raiseEarlier({ world, authority }: NetworkOptions, before: string, now: string): void {
  const [earlier, later] = [readSigned(before), readSigned(now)];
  const { lenient, ghost } = world.faults();
  const isOther = earlier.codigoGeneracion !== later.codigoGeneracion && earlier.ccf === null;
  if (!isOther || lenient || !world.faults().moody || !world.dice.chance(ghost)) return;
  world.note(() => `a ghost of an earlier code arrives: ${briefly(before)}`);
  authority.receive(before, { visibleMs: world.nowMs(), ghost: true });
}

/** The bytes arrive after their way, and what is answered goes back to `answer`. */
function deliver(options: NetworkOptions, copy: Copy, answer: (reception: Reception) => void): void {
  const { world, authority } = options;
  const lastMs = latestMs(options, copy.jws);
  copy.pending += 1;
  const { isLate, delayMs } = drawWay(world, lastMs);
  world.after(delayMs, () => {
    copy.pending -= 1;
    if (isLate) world.note(() => `late bytes arrive: ${briefly(copy.jws)}`);
    const reception = authority.receive(copy.jws, { visibleMs: lastMs, again: copy.rejected });
    copy.rejected ||= reception.kind === 'rejected';
    answer(reception);
  });
}

/** The instant until which bytes that leave now may arrive. */
export function latestMs({ world, lastArrivalMs }: NetworkOptions, jws: string): number {
  return Math.max(world.nowMs() + 3_000, lastArrivalMs(jws));
}

/** How long what leaves now is on its way. */
export function drawWay(
  world: World,
  lastMs: number,
): { readonly isLate: boolean; readonly delayMs: number } {
  const { dice } = world;
  const isLate = dice.chance(world.faults().zombie);
  return { isLate, delayMs: isLate ? lateMs(world, lastMs - world.nowMs()) : dice.upTo(3_000) };
}

/** Any time that is allowed, and often nearly all of it. */
function lateMs({ dice }: World, longestMs: number): number {
  return dice.chance(0.3) ? longestMs - dice.upTo(60_000) : dice.upTo(longestMs);
}

export function isOutage(world: World): boolean {
  const nowMs = world.nowMs();
  return world.faults().outages.some(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs);
}

/** The first answer counts; each comes with its delay. */
export function answering<T extends { readonly kind: string }>(
  { world }: NetworkOptions,
  end: LineEnd,
  resolve: (answer: T) => void,
) {
  let answered = false;
  return (delayMs: number, answer: T) =>
    end.resume(delayMs, () => {
      if (answered) return;
      answered = true;
      world.note(() => `${end.name} hears ${answer.kind}`);
      if (!end.mayFail()) resolve(answer);
    });
}

function consult(
  options: NetworkOptions,
  end: LineEnd,
  {
    codigoGeneracion,
    resolve,
  }: { readonly codigoGeneracion: string; readonly resolve: (consultation: Consultation) => void },
): void {
  const { world, authority, wire } = options;
  const { dice } = world;
  if (end.mayFail()) return;
  const askedMs = world.nowMs();
  world.note(() => `${end.name} asks about code ..${codigoGeneracion.slice(-4)}`);
  const reply = answering(options, end, (consultation: Consultation) => {
    if (consultation.kind === 'absent') wire.onAbsent(codigoGeneracion, askedMs);
    resolve(consultation);
  });
  const { silentQuery } = world.faults();
  if (options.isMute(codigoGeneracion)) {
    reply(dice.upTo(1_000), { ...SILENT, reason: 'HTTP 500' });
    return;
  }
  if (isOutage(world) || dice.chance(silentQuery)) {
    reply(dice.chance(0.5) ? dice.upTo(1_000) : options.callTimeoutMs, SILENT);
    return;
  }
  reply(options.callTimeoutMs, SILENT);
  world.after(dice.upTo(silentQuery > 0 ? 9_000 : 3_000), () =>
    reply(dice.upTo(1_000), authority.lookUp(codigoGeneracion)),
  );
}
