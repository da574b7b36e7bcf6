import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { broken, unless, type Violation } from '../options.ts';
import type { ServingProcess } from '../processes.ts';
import type { Scene } from '../scene.ts';
import type { Shop } from '../sell.ts';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machine.ts';

/** What a case has to do with. */
export interface ClusterScene extends Scene {
  readonly cluster: Cluster;
  /** Where each node says whether it is ready. */
  readonly readyUrls: readonly string[];
}

/** Something that happens to the machines, and its end; answers what must not have happened meanwhile. */
export interface Case {
  readonly name: string;
  readonly happen: (scene: ClusterScene) => Promise<readonly Violation[]>;
}

/** Longer than the lease by which Patroni leads (`ttl` of the page). */
const BEYOND_TTL_MS = 26_000;
const QUIET_MS = 5_000;
const PATIENCE_MS = 60_000;
const POLL_MS = 100;
/** So long a primary goes on without its standbys before it dies. */
const SEVERED_MS = 500;
const STALE_SALES = 10;
/** Within this time callers have what was committed before. */
const LAST_WORDS_MS = 1_500;

/** Patroni starts it again where what it wrote last had reached no standby at that moment, and else promotes one. */
export const PRIMARY_KILLED = killing('primary killed', async () => undefined);

/**
 * What it commits in its last moments has reached nobody else. No standby holds all that it has written, so that Patroni
 * starts it again.
 */
export const PRIMARY_SEVERED = killing('primary severed from its standbys, then killed', async (old) => {
  old.severStandbys();
  await sleep(SEVERED_MS);
});

function killing(name: string, before: (primary: Machine) => Promise<void>): Case {
  return {
    name,
    async happen({ cluster, shop }) {
      const old = await cluster.leader();
      await before(old);
      await old.killServer();
      await sleep(LAST_WORDS_MS);
      await untilAccepted(shop);
      return [];
    },
  };
}

export const MACHINE_DIES: Case = {
  name: 'machine of the primary dies',
  async happen({ cluster, readyUrls: [direct = ''] }) {
    const old = await cluster.leader();
    await old.die();
    const isTold = await untilTold(direct, 'no_primary_found');
    await untilLed(cluster, old);
    old.start();
    return unless(isTold, 'no_primary_found was not told', direct);
  },
};

/** Its Patroni does nothing any more, while its server answers and takes writes; one node speaks to nobody else. */
export const PRIMARY_CUT_OFF: Case = {
  name: 'primary cut off, still answering',
  async happen(scene) {
    const { cluster, rig } = scene;
    const old = await cluster.leader();
    const stale = await rig.startNode({ databaseUrl: cluster.urlOf(old) });
    await old.pausePatroni();
    try {
      await untilLed(cluster, old);
      const writable = await takesWrites(cluster.urlOf(old));
      const unproven = unless(writable, 'the old primary did not go on answering', old.name);
      return [...unproven, ...(await sellAt(stale, scene))];
    } finally {
      old.wakePatroni();
      await stale.kill();
    }
  },
};

export const FAIL_BACK: Case = {
  name: 'planned change',
  async happen({ cluster }) {
    const [old, heir] = [await cluster.leader(), await cluster.standby()];
    const [status, words] = await old.ask('POST', '/switchover', { leader: old.name, candidate: heir.name });
    if (status !== 200) throw new Error(`no switchover: ${words}`);
    await untilLed(cluster, old);
    return [];
  },
};

export const STANDBY_GONE: Case = {
  name: 'standby gone',
  async happen({ cluster, shop }) {
    const gone = await cluster.standby();
    await gone.die();
    await untilAccepted(shop);
    await sleep(QUIET_MS);
    gone.start();
    return [];
  },
};

/** Nothing may be answered for until one of them is back. */
export const BOTH_STANDBYS_GONE: Case = {
  name: 'both standbys gone',
  async happen({ cluster, shop, readyUrls }) {
    const primary = await cluster.leader();
    const gone = cluster.machines.filter((machine) => machine !== primary);
    await Promise.all(gone.flatMap((machine) => [machine.killPatroni(), machine.killServer()]));
    const told = await Promise.all(readyUrls.map((url) => untilTold(url, 'no_standby_answers')));
    const before = shop.accepted.length;
    await sleep(QUIET_MS);
    const accepted = shop.accepted.length - before;
    for (const machine of gone) machine.startPatroni();
    await untilAccepted(shop);
    await Promise.all(readyUrls.map((url) => untilTold(url, null)));
    return [
      ...unless(accepted === 0, 'accepted without a standby', `${accepted} sales`),
      ...told.flatMap((isTold) => unless(isTold, 'no_standby_answers was not told', '')),
    ];
  },
};

export const ETCD_GONE: Case = {
  name: 'etcd gone',
  async happen({ cluster }) {
    await Promise.all(cluster.machines.map((machine) => machine.killEtcd()));
    await sleep(BEYOND_TTL_MS);
    for (const machine of cluster.machines) machine.startEtcd();
    return [];
  },
};

/** Until another machine leads. */
async function untilLed(cluster: Cluster, old: Machine): Promise<void> {
  await cluster.until('another leader', (members) =>
    members.some(({ role, name, state }) => role === 'leader' && name !== old.name && state === 'running'),
  );
}

async function untilAccepted({ accepted }: Shop): Promise<void> {
  const [before, late] = [accepted.length, performance.now() + PATIENCE_MS];
  while (accepted.length === before && performance.now() < late) await sleep(POLL_MS);
}

/** Whether it says this, or that it is ready, in time. */
async function untilTold(readyUrl: string, reason: string | null): Promise<boolean> {
  for (const late = performance.now() + PATIENCE_MS; performance.now() < late; await sleep(POLL_MS)) {
    const text = await fetch(readyUrl).then(
      (response) => response.text(),
      () => '',
    );
    if (text.includes(reason === null ? '"ready"' : `"${reason}"`)) return true;
  }
  return false;
}

async function takesWrites(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('SELECT pg_is_in_recovery() AS recovers');
    return rows[0]?.recovers === false;
  } finally {
    await client.end();
  }
}

/** Sales at a node that reaches the old primary alone, all at once; what it answers for, it answers for wrongly. */
async function sellAt({ url }: ServingProcess, { rig, shop }: ClusterScene): Promise<readonly Violation[]> {
  const sales = Array.from({ length: STALE_SALES }, () => shop.newSale(rig.company(0)));
  const answers = await Promise.all(
    sales.map((sale) => Promise.race([shop.post(sale, url), sleep(QUIET_MS)])),
  );
  const wrong = answers.filter((told) => (told?.outcome ?? 'refused') !== 'refused');
  return broken('accepted by the old primary', wrong);
}
