import { setTimeout as sleep } from 'node:timers/promises';
import { conclude } from '../conclude.ts';
import { examine } from '../gather-evidence.ts';
import { type Drill, type DrillResult, quantile, together, type Violation } from '../options.ts';
import { quietPort } from '../quiet-port.ts';
import { onRig } from '../scene.ts';
import type { Shop } from '../sell.ts';
import { startTraffic } from '../traffic.ts';
import {
  BOTH_STANDBYS_GONE,
  type Case,
  type ClusterScene,
  ETCD_GONE,
  FAIL_BACK,
  MACHINE_DIES,
  PRIMARY_CUT_OFF,
  PRIMARY_KILLED,
  PRIMARY_SEVERED,
  STANDBY_GONE,
} from './cases.ts';
import { type Cluster, failOverIsPossible, startCluster } from './cluster.ts';

const TIMES = { callTimeoutMs: 1_000, requestBudgetMs: 3_000, quarantineMs: 6_000 };
const ENVIRONMENT = { SELLO_FAIL_OVER: 'synchronous' };
/** What `sello doctor` says of it. */
const STANDBY_SEEN = 'every commit waits for a standby, and nodes go on by themselves';
/** Together some hundred sales a second where the machine has nothing else to do. */
const CLIENTS = 20;
const PAUSE_MS = 360;
const PATIENCE_MS = 180_000;
/** Before the first case, in which the rate is measured that nothing disturbs. */
const LEAD_MS = 3_000;
const UNDISTURBED_MS = 5_000;

/** How long nothing was answered for, in seconds, in each turn of a case. */
type Pauses = Map<string, number[]>;

/**
 * One cycle is these cases one after the other, under load: what docs/scale.md sets up, with two nodes, of which one knows the three
 * servers and the other one HAProxy.
 */
export const failOverOf =
  (cases: readonly Case[]): Drill =>
  async (options) => {
    if (!failOverIsPossible)
      throw new Error(
        "Debian's patroni, etcd-server, haproxy and postgresql-15 are not here, or this is not root.",
      );
    let cluster: Cluster | undefined;
    const database = async (_dataDir: string, main: string) => {
      cluster = await startCluster(main);
      return cluster;
    };
    const run = onRig({ companies: 5, times: TIMES, environment: ENVIRONMENT, database }, (scene) => {
      if (cluster === undefined) throw new Error('there is no cluster');
      return failOver({ ...scene, cluster }, cases);
    });
    return run(options);
  };

async function failOver(bare: Omit<ClusterScene, 'readyUrls'>, cases: readonly Case[]): Promise<DrillResult> {
  const { rig, shop, chance, cluster } = bare;
  const [first, second] = [await quietPort(), await quietPort()];
  const direct = await rig.startNode({ operatorPort: first });
  const proxied = await rig.startNode({ operatorPort: second, databaseUrl: cluster.proxiedUrl });
  const scene = { ...bare, readyUrls: [first, second].map((port) => `http://127.0.0.1:${port}/ready`) };
  const nodes = () => (chance() < 0.5 ? direct.url : proxied.url);
  const traffic = startTraffic(scene, { clients: CLIENTS, pauseMs: PAUSE_MS, nodes });
  const examined = await examine(rig, STANDBY_SEEN);
  const perSecond = await undisturbedRate(shop);
  const { pauses, failOvers, violations } = await runCases(cases, scene);
  await traffic.stop();
  const told = { fail_overs: failOvers, undisturbed_per_second: perSecond, ...shown(pauses) };
  const concluded = await conclude(scene, direct.url, PATIENCE_MS);
  return together({ figures: told, violations: [...examined, ...violations] }, concluded);
}

export const failover: Drill = failOverOf([
  PRIMARY_KILLED,
  FAIL_BACK,
  MACHINE_DIES,
  FAIL_BACK,
  PRIMARY_CUT_OFF,
  FAIL_BACK,
  PRIMARY_SEVERED,
  STANDBY_GONE,
  BOTH_STANDBYS_GONE,
  ETCD_GONE,
]);

async function runCases(cases: readonly Case[], scene: ClusterScene) {
  const pauses: Pauses = new Map(cases.map(({ name }) => [name, []]));
  const violations: Violation[] = [];
  const { late, options } = scene;
  let failOvers = 0;
  for (let cycle = 0; cycle < options.cycles; cycle += 1) {
    for (const { name, happen } of cases) {
      if (late()) return { pauses, failOvers, violations };
      const [begun, before] = [performance.now(), await scene.cluster.leader()];
      violations.push(...(await happen(scene)));
      await scene.cluster.untilWhole();
      const after = await scene.cluster.leader();
      const pause = longestPause(scene.shop, begun);
      pauses.get(name)?.push(pause);
      failOvers += after === before ? 0 : 1;
      options.say(
        `${name}: nothing was accepted for ${pause} s; ${after.name} leads, ${scene.shop.accepted.length} so far`,
      );
    }
  }
  return { pauses, failOvers, violations };
}

async function undisturbedRate({ accepted }: Shop): Promise<number> {
  await sleep(LEAD_MS);
  const before = accepted.length;
  await sleep(UNDISTURBED_MS);
  return Math.round(((accepted.length - before) * 1_000) / UNDISTURBED_MS);
}

/** The longest time since this moment in which no sale was answered for, in seconds. */
function longestPause({ accepted }: Shop, sinceMs: number): number {
  const times = [sinceMs, ...accepted.filter((at) => at >= sinceMs), performance.now()];
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? at));
  return Number((Math.max(...pauses) / 1_000).toFixed(1));
}

function shown(pauses: Pauses): Readonly<Record<string, string>> {
  const told = [...pauses].map(([name, seconds]) => [
    `${name.replaceAll(/\W+/g, '_')}_s`,
    `${quantile(seconds, 0.5)} (${seconds.join(' ')})`,
  ]);
  return Object.fromEntries(told);
}
