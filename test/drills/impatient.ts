import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EVERY_ROUTE, NOWHERE } from '../routes/every-route.ts';
import { processesOf } from '../support/child-processes.ts';
import type { Resident } from '../support/house-company.ts';
import { type HangUp, hangUp, STEPS } from './hang-ups.ts';
import { type Drill, type DrillResult, quantile, unless } from './options.ts';
import { TIMES_OF_PRODUCTION } from './processes.ts';
import { isInstalled, PROXIES, startProxy } from './proxy.ts';
import { quietPort } from './quiet-port.ts';
import { onRig, type Scene } from './scene.ts';

/** The proxies that the requests come through beside none. */
const BEHIND = PROXIES.filter((kind) => kind.name !== 'caddy' && isInstalled(kind));
/** Impatient ones at a time. */
const AT_ONCE = 48;
/** What a shared machine makes of a sale that takes less. */
const FLOOR_MS = 20;
const MOST_MEMORY = 1.3;
const PATIENCE_MS = 45_000;

/**
 * One cycle is a request of an impatient company, to any route, that hangs up, stalls or trickles at a random step, behind
 * nothing and each proxy by turns, while the database stands still twice. Afterwards nothing is held, and another company
 * sells as fast as before.
 */
export const impatient: Drill = onRig({ companies: 2, times: TIMES_OF_PRODUCTION }, (scene) =>
  run(scene, { behind: BEHIND, standstillMs: 4_000, quietSales: 60, promisedRatio: 1.5 }),
);

/** The same behind nothing, with shorter standstills, and too few sales to judge their speed by. */
export const shortImpatient: Drill = onRig({ companies: 2, times: TIMES_OF_PRODUCTION }, (scene) =>
  run(scene, { behind: [], standstillMs: 300, quietSales: 12, promisedRatio: Number.POSITIVE_INFINITY }),
);

interface Form {
  readonly behind: typeof BEHIND;
  readonly standstillMs: number;
  readonly quietSales: number;
  readonly promisedRatio: number;
}

async function run(scene: Scene, form: Form): Promise<DrillResult> {
  const { rig, closes, options } = scene;
  const ports = { port: await quietPort(), operatorPort: await quietPort() };
  const node = await rig.startNode(ports);
  const measures = () => measuresAt(ports.operatorPort);
  const urls = [node.url];
  for (const kind of form.behind) urls.push(closes(await startProxy(kind, [ports, ports])).url);
  await quietMs(scene, node.url, form.quietSales);
  const before = await quietMs(scene, node.url, form.quietSales);
  const [calm, first] = [await measures(), Math.floor(options.cycles / 3)];
  const asked = [
    await hurry(scene, { ...form, urls, count: first }),
    await measures(),
    await hurry(scene, { ...form, urls, count: options.cycles - first }),
  ] as const;
  const heldMs = await untilNothingIsHeld(measures);
  const after = await quietMs(scene, node.url, form.quietSales);
  const end = await measures();
  const ready = await fetch(`http://127.0.0.1:${ports.operatorPort}/ready`);
  const growth = memoryIn(end) / memoryIn(asked[1]);
  return {
    figures: {
      requests: asked[0].requests + asked[2].requests,
      behind: ['nothing', ...form.behind.map(({ name }) => name)].join('+'),
      callers_left: leftIn(end) - leftIn(calm),
      nothing_held_after_ms: heldMs ?? 'never',
      quiet_p50_before_ms: Math.round(before),
      quiet_p50_after_ms: Math.round(after),
      memory_mb: [calm, asked[1], end].map((one) => Math.round(memoryIn(one) / 2 ** 20)).join(' '),
    },
    violations: [
      ...unless(heldMs !== null, 'nothing is held afterwards', shownHeld(end)),
      ...unless(after <= Math.max(FLOOR_MS, before * form.promisedRatio), 'sells as before', {
        before,
        after,
      }),
      ...unless(growth <= MOST_MEMORY, 'memory is flat', growth),
      ...unless(ready.status === 200, 'the node is ready', ready.status),
      ...unless(leftIn(end) > leftIn(calm), 'who leaves is counted', leftIn(end)),
    ],
  };
}

interface Hurry {
  readonly urls: readonly string[];
  readonly count: number;
  readonly standstillMs: number;
}

/** So many impatient requests, in the middle of which the database stands still once. */
async function hurry(scene: Scene, { urls, count, standstillMs }: Hurry) {
  const { rig, shop, chance, late, options } = scene;
  const { key } = rig.company(0);
  const known = shop.newSale(rig.company(0));
  await shop.post(known, urls[0] ?? '');
  let requests = 0;
  const one = async (): Promise<void> => {
    while (requests < count && !late()) {
      requests += 1;
      await hangUp(urls[requests % urls.length] ?? '', hangUpOf(chance, { key, known: known.ref }));
      if (requests === Math.floor(count / 2)) await standStill(rig.place, standstillMs);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  options.say(`${requests} requests`);
  return { requests };
}

/** A call of a random route that ends at a random step. */
function hangUpOf(
  chance: () => number,
  { key, known }: { readonly key: string; readonly known: string },
): HangUp {
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(chance() * all.length)];
  const { method, path, body } = pick(EVERY_ROUTE) ?? { method: 'GET', path: '/documents' };
  const name = chance() < 0.5 ? known : NOWHERE;
  return {
    key,
    method,
    path: path.replace(NOWHERE, name),
    body: body === undefined ? '' : JSON.stringify(body(name)),
    step: pick(STEPS) ?? 'headers',
    isChunked: chance() < 0.3,
    resets: chance() < 0.5,
    afterMs: Math.floor(chance() ** 3 * 1_000),
  };
}

/** The processes of the database stop for so long. */
async function standStill(place: string, forMs: number): Promise<void> {
  const pids = processesOf(join(place, 'postgres'));
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // One of its backends has ended meanwhile.
      }
    }
  };
  signal('SIGSTOP');
  try {
    await sleep(forMs);
  } finally {
    signal('SIGCONT');
  }
}

/** The median of some sales of the other company, one after the other, in milliseconds. */
async function quietMs({ rig, shop }: Scene, url: string, sales: number): Promise<number> {
  const company: Resident = rig.company(1);
  const from = shop.latencies.length;
  for (let sale = 0; sale < sales; sale += 1) await shop.postUntilAnswered(shop.newSale(company), () => url);
  return quantile(shop.latencies.slice(from), 0.5);
}

/** What requests may hold, as the measures show it. */
const HELD = [
  'sello_places_taken',
  'sello_requests_in_line',
  'sello_body_bytes_under_way',
  'sello_export_slots_taken',
];

async function measuresAt(port: number): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
}

/** The values of all lines of a measure whose labels have this in them. */
function valuesIn(measures: string, name: string, label = ''): readonly number[] {
  const lines = measures.split('\n').filter((line) => line.startsWith(name) && line.includes(label));
  return lines.map((line) => Number(line.split(' ').at(-1)));
}

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const memoryIn = (measures: string) => sumOf(valuesIn(measures, 'process_resident_memory_bytes '));
const leftIn = (measures: string) => sumOf(valuesIn(measures, 'sello_http_requests_total', 'status="499"'));
const shownHeld = (measures: string) => HELD.map((name) => `${name} ${valuesIn(measures, `${name} `)}`);

/** After how many milliseconds nothing is held any more; null where something is for longer than the patience. */
async function untilNothingIsHeld(measures: () => Promise<string>): Promise<number | null> {
  const startedMs = performance.now();
  for (;;) {
    const now = await measures();
    const waitedMs = Math.round(performance.now() - startedMs);
    if (HELD.every((name) => sumOf(valuesIn(now, `${name} `)) === 0)) return waitedMs;
    if (waitedMs > PATIENCE_MS) return null;
    await sleep(50);
  }
}
