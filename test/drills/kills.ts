import { setTimeout as sleep } from 'node:timers/promises';
import { conclude } from './conclude.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { numberOf } from './gather-evidence.ts';
import { type Drill, together } from './options.ts';
import type { Rig, RigOptions } from './rig.ts';
import { inTime, onRig, type Scene } from './scene.ts';
import { startTraffic } from './traffic.ts';

/** A killed holder's lease lasts 4.6 s. */
const TIMES = { callTimeoutMs: 300, requestBudgetMs: 2_500, quarantineMs: 6_000 };
const CLIENTS = 12;
/** A caller whose sale is held by a dead node has other customers. */
const TRIES = 4;
const CCF_EVERY = 6;
const PAUSE_MS = 300;

/** The authority stamps, and the caller does not hear of it. */
const STAMPS_AND_DROPS = {
  recepcion: [
    { probability: 0.1, action: 'reset', when: 'after' },
    { probability: 0.05, action: 'silence', when: 'after' },
    { probability: 0.02, action: 'truncated' },
  ],
  consulta: [{ probability: 0.05, action: 'reset', when: 'after' }],
};

interface Deaths {
  /** Nodes at a time. */
  readonly slots: number;
  /** The longest life of a node that serves. */
  readonly lifeMs: number;
  readonly nodesPerPostgres: number;
  /** How long the background may take alone; a document whose takers died waits longer after each, up to ten minutes. */
  readonly patienceMs: number;
}

/** One cycle is a node killed; with each so many of them, from the first on, the database is killed, too. */
export const killsOf = (deaths: Deaths, database?: RigOptions['database']): Drill => {
  const { slots, lifeMs, nodesPerPostgres, patienceMs } = deaths;
  return onRig({ companies: 3, times: TIMES, ...(database && { database }) }, async (scene) => {
    const { rig, chance, late, options } = scene;
    await rig.setFaults({ seed: options.seed, probabilities: STAMPS_AND_DROPS });
    const enough = (killed: number) => killed >= options.cycles || late();
    const fleet = startFleet(rig, { slots, chance, lifeMs, enough });
    let survivor: string | null = null;
    const traffic = startTraffic(scene, {
      clients: CLIENTS,
      pauseMs: PAUSE_MS,
      tries: TRIES,
      ccfEvery: CCF_EVERY,
      nodes: () => survivor ?? fleet.pick(),
    });
    const [crashes] = await Promise.all([
      crashPostgres(scene, fleet, { enough, nodesPerPostgres }),
      fleet.done,
      inTime(fleet.done, scene, () => `${fleet.kills()} nodes killed`),
    ]);
    const { url } = await rig.startNode();
    survivor = url;
    await traffic.stop();
    await rig.setFaults({ probabilities: {} });
    const killed = {
      node_kills: fleet.kills(),
      postgres_kills: crashes,
      failed_starts: fleet.failedStarts(),
    };
    const concluded = await conclude(scene, url, patienceMs);
    return together({ figures: killed }, concluded, { figures: await marks(rig) });
  });
};

export const DEATHS: Deaths = { slots: 5, lifeMs: 1_200, nodesPerPostgres: 10, patienceMs: 700_000 };

export const kills: Drill = killsOf(DEATHS);

interface Crashing {
  readonly enough: (kills: number) => boolean;
  readonly nodesPerPostgres: number;
}

async function crashPostgres(
  { rig, chance }: Scene,
  fleet: Fleet,
  { enough, nodesPerPostgres }: Crashing,
): Promise<number> {
  let crashes = 0;
  while (!enough(fleet.kills())) {
    await sleep(20 + chance() * 100);
    if (fleet.kills() < crashes * nodesPerPostgres) continue;
    await rig.postgres.crash();
    crashes += 1;
  }
  return crashes;
}

/** What the hardest cases left behind. */
async function marks(rig: Rig) {
  const count = (from: string) => numberOf(rig, `SELECT count(*)::int FROM ${from}`);
  return {
    put_aside: await count('documents WHERE put_aside_at IS NOT NULL'),
    formal: await count('documents WHERE contingency_type IS NOT NULL'),
    resent: await count('attempts WHERE sends > 1'),
  };
}
