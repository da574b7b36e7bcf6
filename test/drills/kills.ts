import { setTimeout as sleep } from 'node:timers/promises';
import { conclude } from './conclude.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { chances, type Drill, type DrillOptions, deadlineOf } from './options.ts';
import { openRig, type Rig } from './rig.ts';
import { openShop } from './sell.ts';
import { startTraffic } from './traffic.ts';

/** A killed holder's lease lasts 4.6 s. */
const TIMES = { callTimeoutMs: 300, requestBudgetMs: 2_500, quarantineMs: 6_000 };
const CLIENTS = 12;
/** A caller whose sale is held by a dead node has other customers. */
const TRIES = 4;
const CCF_EVERY = 6;
const PAUSE_MS = 300;
const REPORT_MS = 10_000;

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
export const killsOf =
  ({ slots, lifeMs, nodesPerPostgres, patienceMs }: Deaths): Drill =>
  async (options) => {
    const { cycles, seed, say } = options;
    const chance = chances(seed);
    const rig = await openRig({ companies: 3, times: TIMES, main: options.main });
    const shop = openShop();
    try {
      await rig.setFaults({ seed, probabilities: STAMPS_AND_DROPS });
      const late = deadlineOf(options);
      const enough = (killed: number) => killed >= cycles || late();
      const fleet = startFleet(rig, { slots, chance, lifeMs, enough });
      const { companies } = rig;
      let survivor: string | null = null;
      const traffic = startTraffic({
        shop,
        companies,
        chance,
        clients: CLIENTS,
        pauseMs: PAUSE_MS,
        tries: TRIES,
        ccfEvery: CCF_EVERY,
        nodes: () => survivor ?? fleet.pick(),
      });
      const [crashes] = await Promise.all([
        crashPostgres(rig, { fleet, enough, chance, nodesPerPostgres }),
        fleet.done,
        report(fleet, enough, say),
      ]);
      const { url } = await rig.startNode();
      survivor = url;
      await traffic.stop();
      await rig.setFaults({ probabilities: {} });
      const { figures, violations } = await conclude(rig, shop, { url, patienceMs });
      const killed = {
        node_kills: fleet.kills(),
        postgres_kills: crashes,
        failed_starts: fleet.failedStarts(),
      };
      return { figures: { ...killed, ...figures, ...(await marks(rig)) }, violations };
    } finally {
      await shop.close();
      await rig.close();
    }
  };

export const kills: Drill = killsOf({
  slots: 5,
  lifeMs: 1_200,
  nodesPerPostgres: 10,
  patienceMs: 700_000,
});

interface Crashing {
  readonly fleet: Fleet;
  readonly enough: (kills: number) => boolean;
  readonly chance: () => number;
  readonly nodesPerPostgres: number;
}

async function crashPostgres(
  rig: Rig,
  { fleet, enough, chance, nodesPerPostgres }: Crashing,
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

async function report(fleet: Fleet, enough: Crashing['enough'], say: DrillOptions['say']): Promise<void> {
  let next = performance.now() + REPORT_MS;
  while (!enough(fleet.kills())) {
    await sleep(100);
    if (performance.now() < next) continue;
    next += REPORT_MS;
    say(`${fleet.kills()} nodes killed`);
  }
}

/** What the hardest cases left behind. */
async function marks({ postgres }: Rig) {
  const [row] = await postgres.sql(`
    SELECT count(*) FILTER (WHERE put_aside_at IS NOT NULL)::int AS put_aside,
           count(*) FILTER (WHERE contingency_type IS NOT NULL)::int AS formal FROM documents`);
  const [resent] = await postgres.sql('SELECT count(*)::int AS resent FROM attempts WHERE sends > 1');
  return {
    put_aside: Number(row?.['put_aside']),
    formal: Number(row?.['formal']),
    resent: Number(resent?.['resent']),
  };
}
