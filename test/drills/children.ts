import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, processesRunning } from '../support/child-processes.ts';
import { callerOf, openConnections } from '../support/http-caller.ts';
import { invoiceBody, lineBody } from '../support/request-bodies.ts';
import { makePlace, removePlace } from '../support/temporary-place.ts';
import { conclude } from './conclude.ts';
import { broken, type Drill, type DrillResult, quantile, together, unless } from './options.ts';
import { onRig, type Scene } from './scene.ts';
import { startTraffic } from './traffic.ts';

const TIMES = { callTimeoutMs: 2_000, requestBudgetMs: 8_000, quarantineMs: 20_000 };
const CLIENTS = 3;
const PAUSE_MS = 60;
const LARGE_EVERY_MS = 1_000;
const PAPER_EVERY_MS = 300;
/** After a kill, sales are stamped again in this time; after a stop, in this time from when the child is known to hang. */
const PROMISED_MS = 3_000;
/** One that was stopped while it started is known to hang after so long; any other after a fifth of it. */
const HANGS_AFTER_MS = 10_500;
const PATIENCE_MS = 120_000;
/** Whoever still waits then waits for good. */
const GIVEN_UP_MS = 30_000;
/** Posts of one sale, after which it is left for the end. */
const TRIES = 200;
/** The longest that is waited before the next kill. */
const LONGEST_PAUSE_MS = 300;
/** So many kills are followed by another one before anything is stamped: what follows may meet the child in its start. */
const SHARE_FOLLOWED = 0.6;
const SHARE_THREADS = 0.2;
const SHARE_STOPPED = 0.04;
const PRELOAD = new URL('./ending-threads.ts', import.meta.url);

/** The programs of a node's child processes, each with how often it is chosen while it runs. */
const PROGRAMS = [
  ['signer-program.ts', 3],
  ['press-process.ts', 1],
  ['page-process.ts', 1],
] as const;

interface Killed {
  readonly what: string;
  readonly isStopped: boolean;
  /** The time to the next stamp; null where another kill came first. */
  readonly ms: number | null;
}

/**
 * One cycle ends one child process or thread of a node that sells, prints and reads large requests: at any moment of its life,
 * now and then by stopping it for good. Threads are ended from inside the node's process, by a module that it loads for this drill.
 */
export const children: Drill = async (options) => {
  const place = makePlace(0o700);
  const ended = join(place, 'threads');
  const environment = { NODE_OPTIONS: `--import=${PRELOAD.href}`, DRILL_ENDED: ended };
  try {
    return await onRig({ companies: 2, times: TIMES, environment }, (scene) => killAll(scene, ended))(
      options,
    );
  } finally {
    removePlace(place);
  }
};

async function killAll(scene: Scene, ended: string): Promise<DrillResult> {
  const { rig, chance, late, options } = scene;
  const node = await rig.startNode();
  const [pid = 0] = childrenOf(process.pid, 'main.ts serve');
  const load = startLoad(scene, node.url);
  const killed: Killed[] = [];
  while (killed.length < options.cycles && !late()) {
    const one = await killOne(scene, pid);
    if (one === null) continue;
    const isFollowed = !one.isStopped && chance() < SHARE_FOLLOWED;
    killed.push({ ...one, ms: isFollowed ? null : await untilStamped(scene, node.url) });
    if (killed.length % 100 === 0) options.say(`${killed.length} killed, slowest ${slowestOf(killed)} ms`);
  }
  await load.stop();
  const concluded = await conclude(scene, node.url, PATIENCE_MS);
  const left = childrenOf(pid, '');
  const code = await node.end();
  const violations = [
    ...unless(code === 0, 'the node ended badly', String(code)),
    ...broken('a process is left', processesRunning(left)),
  ];
  return together({ figures: figuresOf(killed, ended) }, { violations }, ofTimes(killed), concluded);
}

/** Null where there is none of the chosen kind. */
async function killOne({ chance }: Scene, node: number): Promise<Omit<Killed, 'ms'> | null> {
  await sleep(chance() * LONGEST_PAUSE_MS);
  if (chance() < SHARE_THREADS) {
    process.kill(node, 'SIGUSR2');
    return { what: 'thread', isStopped: false };
  }
  const there = PROGRAMS.flatMap(([what, weight]) =>
    childrenOf(node, what).flatMap((pid) => Array.from({ length: weight }, () => ({ what, pid }))),
  );
  const chosen = there[Math.floor(chance() * there.length)];
  if (chosen === undefined) return null;
  const isStopped = chosen.what === 'signer-program.ts' && chance() < SHARE_STOPPED;
  try {
    process.kill(chosen.pid, isStopped ? 'SIGSTOP' : 'SIGKILL');
  } catch {
    // It has ended by itself since it was seen.
    return null;
  }
  return { what: chosen.what, isStopped };
}

/** How long it takes from now until a sale is stamped that is made now, in ms. */
async function untilStamped({ rig, shop }: Scene, url: string): Promise<number> {
  const started = performance.now();
  const sale = shop.newSale(rig.company(0));
  const isOver = () =>
    sale.told.some(({ outcome }) => outcome === 'stamped') || performance.now() - started > GIVEN_UP_MS;
  while (!isOver()) await shop.postUntilAnswered(sale, () => url, 1);
  return Math.round(performance.now() - started);
}

/** Small sales and large ones, and papers, which each need other children. */
function startLoad(scene: Scene, url: string) {
  const { rig, shop } = scene;
  const connections = openConnections();
  const caller = callerOf(connections, url, rig.company(1).key);
  const traffic = startTraffic(scene, {
    clients: CLIENTS,
    pauseMs: PAUSE_MS,
    tries: TRIES,
    nodes: () => url,
  });
  let isOver = false;
  let papers = 0;
  const large = async () => {
    for (; !isOver; await sleep(LARGE_EVERY_MS))
      await shop.postUntilAnswered(shop.newSale(rig.company(1), 'large'), () => url, TRIES);
  };
  const paper = async () => {
    for (; !isOver; await sleep(PAPER_EVERY_MS)) {
      papers += 1;
      const body = invoiceBody({ lines: [lineBody({ description: `Papel ${papers}` })] });
      await caller.post('/preview?as=invoice', body).catch(() => undefined);
    }
  };
  const others = [large(), paper()];
  return {
    async stop() {
      isOver = true;
      await Promise.all([traffic.stop(), ...others]);
      await connections.destroy();
    },
  };
}

function timesOf(killed: readonly Killed[], isStopped = false): readonly number[] {
  return killed.filter((one) => one.isStopped === isStopped).flatMap(({ ms }) => ms ?? []);
}

function slowestOf(killed: readonly Killed[], isStopped = false): number {
  return Math.max(0, ...timesOf(killed, isStopped));
}

function figuresOf(killed: readonly Killed[], ended: string): DrillResult['figures'] {
  const dead = timesOf(killed);
  const counts = [...Map.groupBy(killed, ({ what }) => what)].map(([what, all]) => [
    what.replace('.ts', ''),
    all.length,
  ]);
  return {
    kills: killed.length,
    ...Object.fromEntries(counts),
    stops: killed.filter(({ isStopped }) => isStopped).length,
    measured: dead.length,
    threads_ended: threadsIn(ended),
    stamped_again_p50_ms: quantile(dead, 0.5),
    stamped_again_p99_ms: quantile(dead, 0.99),
    stamped_again_slowest_ms: slowestOf(killed),
    after_stop_slowest_ms: slowestOf(killed, true),
  };
}

/** How many, as the module in the node has written them down. */
function threadsIn(path: string): number {
  try {
    return readFileSync(path, 'utf8').split('\n').length - 1;
  } catch {
    return 0;
  }
}

function ofTimes(killed: readonly Killed[]): Partial<DrillResult> {
  const late = killed.filter(
    ({ isStopped, ms }) => (ms ?? 0) > PROMISED_MS + (isStopped ? HANGS_AFTER_MS : 0),
  );
  return { violations: broken('stamped late', late) };
}
