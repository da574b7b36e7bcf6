import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createServerPool } from '../../../src/storage/connection/server-pool.ts';
import { makePlace, removePlace, tryToRemovePlace } from '../../support/temporary-place.ts';
import type { DrillPostgres } from '../postgres.ts';
import { migrate } from '../processes.ts';
import { type Daemon, startDaemon } from './daemon.ts';
import { type Machine, type Member, prepareMachine, runBlock } from './machine.ts';
import { blockFor, type Place } from './page.ts';

/** What docs/scale.md sets up, on addresses of the loopback interface. */
export interface Cluster extends DrillPostgres {
  readonly machines: readonly Machine[];
  /** The same database by way of HAProxy. */
  readonly proxiedUrl: string;
  /** The database of one machine alone, whatever it is at the moment. */
  urlOf(machine: Machine): string;
  leader(): Promise<Machine>;
  /** The standby that commits wait for. */
  standby(): Promise<Machine>;
  /** Waits until this is so of what Patroni says. */
  until(what: string, isSo: (members: readonly Member[]) => boolean): Promise<void>;
  /** Waits until there are a leader, a standby that commits wait for, and another one. */
  untilWhole(): Promise<void>;
}

const PROGRAMS = [
  '/usr/bin/patroni',
  '/usr/bin/etcd',
  '/usr/sbin/haproxy',
  '/usr/bin/setpriv',
  '/usr/lib/postgresql/15/bin/postgres',
];

/** Whether Debian's packages are here; PostgreSQL needs an account of its own, which only root can take on. */
export const failOverIsPossible = process.getuid?.() === 0 && PROGRAMS.every((path) => existsSync(path));

const PATIENCE_MS = 120_000;
const POLL_MS = 100;

export async function startCluster(main: string): Promise<Cluster> {
  // A network of the loopback interface for each drill: two of them take the same ports without meeting.
  const network = `127.${randomInt(64, 128)}.${randomInt(256)}.`;
  const place: Place = { root: makePlace(0o755), network };
  const abandon = () => tryToRemovePlace(place.root);
  process.once('exit', abandon);
  const passwords = {
    SUPERUSER_PASSWORD: randomBytes(12).toString('hex'),
    REPLICATION_PASSWORD: randomBytes(12).toString('hex'),
  };
  const machines = [1, 2, 3].map((index) => prepareMachine(index, place, passwords));
  for (const machine of machines) machine.start();
  const proxy = startProxy(place);
  const hosts = machines.map(({ address }) => `${address}:5432`).join();
  const as = (login: string, host: string, database: string) => `postgres://${login}@${host}/${database}`;
  const superuser = `postgres:${passwords.SUPERUSER_PASSWORD}`;
  const pool = createServerPool(as(superuser, hosts, 'sello'), (connectionString) => {
    const opened = new pg.Pool({ connectionString, max: 2, connectionTimeoutMillis: 5_000 });
    opened.on('connect', (client) => void client.on('error', () => undefined));
    return opened.on('error', () => undefined);
  });
  const asked = watchMachines(machines);
  await asked.untilWhole();
  runBlock('CREATE DATABASE sello', place, passwords);
  const url = as('sello:change-me', hosts, 'sello');
  await migrate(main, url);
  return {
    ...asked,
    machines,
    url,
    proxiedUrl: as('sello:change-me', `${place.network}10:5000`, 'sello'),
    urlOf: ({ address }) => as('sello:change-me', `${address}:5432`, 'sello'),
    crash: async () => (await asked.leader()).killServer(),
    replace: () => Promise.reject(new Error('a cluster is not replaced')),
    async sql(text, values = []) {
      const client = await pool.connect();
      try {
        return (await client.query(text, [...values])).rows;
      } finally {
        client.release();
      }
    },
    async close() {
      await pool.cut();
      await Promise.all([proxy.kill(), ...machines.map((machine) => machine.die())]);
      removePlace(place.root);
      process.off('exit', abandon);
    },
  };
}

function startProxy(place: Place): Daemon {
  const folder = join(place.root, 'etc/haproxy');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'haproxy.cfg'), blockFor('listen postgresql', place));
  return startDaemon(['/usr/sbin/haproxy', '-db', '-f', join(folder, 'haproxy.cfg')], {
    logFile: join(folder, 'log'),
  });
}

function watchMachines(
  machines: readonly Machine[],
): Pick<Cluster, 'leader' | 'standby' | 'until' | 'untilWhole'> {
  /** What the first says that knows of a leader, which one that is cut off may know wrongly. */
  async function members(): Promise<readonly Member[]> {
    const told = await Promise.all(machines.map((machine) => machine.members()));
    const timelineOf = (all: readonly Member[]) => Math.max(0, ...all.map(({ timeline }) => timeline ?? 0));
    const [best = []] = told.filter((all) => all !== null).sort((a, b) => timelineOf(b) - timelineOf(a));
    return best;
  }
  const until: Cluster['until'] = async (what, isSo) => {
    const late = performance.now() + PATIENCE_MS;
    let last = await members();
    while (!isSo(last)) {
      if (performance.now() > late) throw new Error(`waited in vain for ${what}: ${JSON.stringify(last)}`);
      await sleep(POLL_MS);
      last = await members();
    }
  };
  async function machineIn(role: Member['role']): Promise<Machine> {
    await until(`a ${role}`, (all) => all.some((one) => one.role === role));
    const { name } = (await members()).find((one) => one.role === role) ?? {};
    const found = machines.find((machine) => machine.name === name);
    if (found === undefined) throw new Error(`no machine is the ${role}`);
    return found;
  }
  return {
    until,
    leader: () => machineIn('leader'),
    standby: () => machineIn('sync_standby'),
    untilWhole: () => until('the whole cluster', isWhole),
  };
}

function isWhole(members: readonly Member[]): boolean {
  const leader = members.find(({ role }) => role === 'leader');
  const works = ({ state, timeline }: Member) =>
    (state === 'running' || state === 'streaming') && timeline === leader?.timeline;
  return (
    members.length === 3 &&
    leader !== undefined &&
    members.some(({ role }) => role === 'sync_standby') &&
    members.every(works)
  );
}
