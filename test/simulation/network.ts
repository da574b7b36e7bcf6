import type { Authority, Consultation, Reception, Submission } from '../../src/operations/documents/ports.ts';
import type { SimulatedAuthority } from './authority.ts';
import type { SimulatedContingencies } from './authority-contingency.ts';
import type { InvalidationDesk } from './authority-invalidation.ts';
import { briefly } from './signed-text.ts';
import type { World } from './world.ts';

/** One sending of bytes that has left a node. */
export interface Copy {
  readonly jws: string;
  readonly leftMs: number;
  /** How many times it may still arrive. */
  pending: number;
  /** The authority has refused what it came in without looking at it. */
  unread: boolean;
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
  const copy: Copy = { jws: submission.jws, leftMs: world.nowMs(), pending: 0, unread: false };
  world.note(() => `${end.name} sends ${briefly(copy.jws)}`);
  wire.onLeave(copy);
  reply(options.callTimeoutMs, SILENT);
  if (isOut || dice.chance(world.faults().lostRequest)) return;
  deliver(options, copy, (reception) => {
    if (!dice.chance(world.faults().lostAnswer)) reply(dice.upTo(1_000), reception);
    else if (dice.chance(0.5)) reply(dice.upTo(1_000), { ...SILENT, reason: '502' });
  });
  if (dice.chance(world.faults().duplicate)) deliver(options, copy, () => undefined);
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
    answer(authority.receive(copy.jws, lastMs));
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
  if (isOutage(world) || dice.chance(silentQuery)) {
    reply(dice.chance(0.5) ? dice.upTo(1_000) : options.callTimeoutMs, SILENT);
    return;
  }
  reply(options.callTimeoutMs, SILENT);
  world.after(dice.upTo(silentQuery > 0 ? 9_000 : 3_000), () =>
    reply(dice.upTo(1_000), authority.lookUp(codigoGeneracion)),
  );
}
