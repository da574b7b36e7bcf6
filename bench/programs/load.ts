/**
 * The load of the bench, a process of its own: keep-alive connections that ask as fast as they are answered (closed
 * loop), or arrivals at a rate that does not wait for answers (open loop), whose time counts from the moment they should
 * have been sent.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate as immediately, setTimeout as sleep } from 'node:timers/promises';
import { serve } from './commands.ts';
import { type Answered, type Connection, openConnection } from './connection.ts';
import { type Plan, type Target, toPlan } from './load-plan.ts';

/** What one run measured after its warm-up; latencies in milliseconds, as text so that they cross to the starter cheaply. */
interface Measured {
  readonly seconds: number;
  /** Counts of the answers that came within the run's time, by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly answered: number;
  /** Latencies of 200s that were asked for within the run's time, however late they came. */
  readonly latencies: Float64Array;
  /** Latencies of all other answers. */
  readonly refusals: Float64Array;
  /** Documents stamped within the run's time. */
  readonly stamped: number;
  /** Connections that broke, and arrivals beyond the most at a time. */
  readonly broken: number;
}

/** What is counted while the plan runs. */
interface Tally {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly statuses: Map<number, number>;
  readonly latencies: number[];
  readonly refusals: number[];
  stamped: number;
  broken: number;
}

const STAMPED = Buffer.from('"dte_success":true');

function note(tally: Tally, startedMs: number, { status, body }: Answered): void {
  const endedMs = performance.now();
  if (startedMs >= tally.fromMs && startedMs < tally.untilMs)
    (status === 200 ? tally.latencies : tally.refusals).push(endedMs - startedMs);
  if (endedMs < tally.fromMs || endedMs >= tally.untilMs) return;
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  if (status === 200 && body.includes(STAMPED)) tally.stamped += 1;
}

const PROGRAM = 'content-type: application/json\r\n';
const BROWSER = 'content-type: application/x-www-form-urlencoded\r\nsec-fetch-site: same-origin\r\n';

function requestTo({ host, method, path, key, body, from, cookie }: Target): Buffer {
  const text = body.replaceAll('{ref}', randomUUID());
  const length = method === 'POST' ? `content-length: ${Buffer.byteLength(text)}\r\n` : '';
  const behalf = from === '' ? '' : `x-forwarded-for: ${from}\r\n`;
  const type = method === 'POST' ? (cookie === '' ? PROGRAM : BROWSER) : '';
  const who = cookie === '' ? `authorization: Bearer ${key}\r\n` : `cookie: ${cookie}\r\n`;
  return Buffer.from(
    `${method} ${path.replaceAll('{ref}', randomUUID())} HTTP/1.1\r\nhost: ${host}\r\n${who}${behalf}${type}${length}\r\n${text}`,
  );
}

interface Asking {
  readonly target: Target;
  /** When it was to be sent. */
  readonly dueMs: number;
}

async function ask(connection: Connection, tally: Tally, { target, dueMs }: Asking): Promise<void> {
  const answered = await connection.exchange(requestTo(target)).catch(() => null);
  if (answered === null) tally.broken += 1;
  else note(tally, dueMs, answered);
}

/** Each connection asks its own targets by turns. */
async function closedLoop({ targets, connections, localAddress }: Plan, tally: Tally): Promise<void> {
  const work = async (first: number): Promise<void> => {
    let connection = openConnection({ ...targetAt(targets, first), localAddress });
    for (let turn = first; performance.now() < tally.untilMs; turn += connections) {
      const target = targetAt(targets, turn);
      if (connection.isBroken()) connection = openConnection({ ...target, localAddress });
      await ask(connection, tally, { target, dueMs: performance.now() });
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => work(index)));
}

function targetAt(targets: readonly Target[], turn: number): Target {
  const target = targets[turn % targets.length];
  if (target === undefined) throw new Error('a plan without targets');
  return target;
}

/** A connection that was unused for longer is not used again: the service closes idle ones some day. */
const LONGEST_IDLE_MS = 20_000;

interface Idle {
  readonly connection: Connection;
  readonly sinceMs: number;
}

/** The connection that was used last, if it is still good; every other one is closed that is met on the way. */
function takeFree(free: Idle[]): Connection | null {
  for (let last = free.pop(); last !== undefined; last = free.pop()) {
    const { connection, sinceMs } = last;
    if (!connection.isBroken() && performance.now() - sinceMs < LONGEST_IDLE_MS) return connection;
    connection.close();
  }
  return null;
}

/** Arrivals of a Poisson process; who finds no free connection opens one more. */
async function openLoop(plan: Plan, tally: Tally): Promise<void> {
  const { targets, perSecond, connections, localAddress } = plan;
  const free: Idle[] = [];
  const asked: Promise<void>[] = [];
  let busy = 0;
  let dueMs = performance.now();
  for (let turn = 0; dueMs < tally.untilMs; turn += 1) {
    dueMs += (-Math.log(1 - Math.random()) * 1_000) / perSecond;
    // Also who is late lets answers be read, which otherwise would never free a connection.
    if (performance.now() >= dueMs) await immediately();
    while (performance.now() < dueMs) await sleep(Math.max(0, dueMs - performance.now()));
    if (busy >= connections) {
      tally.broken += 1;
      continue;
    }
    const target = targetAt(targets, turn);
    const connection = takeFree(free) ?? openConnection({ ...target, localAddress });
    busy += 1;
    const done = ask(connection, tally, { target, dueMs }).then(() => {
      busy -= 1;
      free.push({ connection, sinceMs: performance.now() });
    });
    asked.push(done);
  }
  await Promise.all(asked);
  for (const { connection } of free) connection.close();
}

async function run(plan: Plan): Promise<Measured> {
  const fromMs = performance.now() + plan.warmUpMs;
  const tally: Tally = {
    fromMs,
    untilMs: fromMs + plan.durationMs,
    statuses: new Map(),
    latencies: [],
    refusals: [],
    stamped: 0,
    broken: 0,
  };
  await (plan.perSecond > 0 ? openLoop(plan, tally) : closedLoop(plan, tally));
  return {
    seconds: plan.durationMs / 1_000,
    statuses: Object.fromEntries(tally.statuses),
    answered: [...tally.statuses.values()].reduce((sum, count) => sum + count, 0),
    latencies: Float64Array.from(tally.latencies),
    refusals: Float64Array.from(tally.refusals),
    stamped: tally.stamped,
    broken: tally.broken,
  };
}

serve('', { run: (options) => run(toPlan(options)) });
