import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isServing, readPostmaster } from '../../../src/storage/embedded/postmaster-file.ts';
import { type Daemon, startDaemon } from './daemon.ts';
import { blockFor, type Place } from './page.ts';

/** Patroni's answer about the machines (`GET /cluster`). */
export interface Member {
  readonly name: string;
  readonly role: 'leader' | 'replica' | 'sync_standby';
  readonly state: string;
  readonly timeline?: number;
}

/** One of the three machines of docs/scale.md, on an address of its own of the loopback interface. */
export interface Machine {
  readonly name: string;
  readonly address: string;
  startEtcd(): void;
  killEtcd(): Promise<void>;
  startPatroni(): void;
  /** SIGKILL to Patroni; the server goes on. */
  killPatroni(): Promise<void>;
  /**
   * Patroni does nothing from here on until it is woken, as on a machine that is cut off from the others. It is stopped between two
   * looks: in the middle of one, Patroni 3.0.2 may take the lead back when it is woken (docs/scale.md).
   */
  pausePatroni(): Promise<void>;
  wakePatroni(): void;
  /** Its server sends its log to no standby any more, and goes on otherwise. */
  severStandbys(): void;
  /** SIGKILL to the server; resolves when it is gone. */
  killServer(): Promise<void>;
  /** All of it at once, as when the power goes. */
  die(): Promise<void>;
  start(): void;
  /** What Patroni knows of all; null where it does not answer. */
  members(): Promise<readonly Member[] | null>;
  /** A request to Patroni's own interface; answers its status and words. */
  ask(method: 'GET' | 'POST', path: string, body?: unknown): Promise<readonly [number, string]>;
}

export interface Passwords {
  readonly SUPERUSER_PASSWORD: string;
  readonly REPLICATION_PASSWORD: string;
}

const ACCOUNT = 'postgres';
const ASK_WITHIN_MS = 3_000;
const LOOK_MS = 20;
const AT_REST = 'no action. I am';

/** Runs a block of the page with the variables that its first block sets. */
export function runBlock(text: string, place: Place, variables: Readonly<Record<string, string>>): void {
  const env = { PATH: process.env['PATH'], ...variables };
  const block = `set -e\n${blockFor(text, place)}`;
  execFileSync('sh', ['-c', block], { env, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Makes the files of a machine by the commands of the page; starts nothing yet. */
export function prepareMachine(index: number, place: Place, passwords: Passwords): Machine {
  const name = `pg${index}`;
  const address = `${place.network}${10 + index}`;
  const own = { ...place, root: join(place.root, name) };
  const at = (path: string) => join(own.root, path);
  for (const folder of [
    'etc/default',
    'etc/patroni',
    'var/lib/etcd',
    'var/lib/postgresql/15',
    'var/run/postgresql',
    'var/log',
  ])
    mkdirSync(at(folder), { recursive: true });
  const variables = { NAME: name, ADDRESS: address, ...passwords };
  for (const text of ['ETCD_NAME=', 'scope: sello']) runBlock(text, own, variables);
  execFileSync('chown', ['-R', `${ACCOUNT}:`, at('var')]);
  return machineOf({ name, address, at });
}

interface Prepared {
  readonly name: string;
  readonly address: string;
  readonly at: (path: string) => string;
}

/** As the units of Debian start them. */
function machineOf({ name, address, at }: Prepared): Machine {
  const dataDir = at('var/lib/postgresql/15/sello');
  let etcd: Daemon | null = null;
  let patroni: Daemon | null = null;
  const machine: Machine = {
    name,
    address,
    startEtcd() {
      const env = variablesIn(at('etc/default/etcd'));
      etcd = startDaemon(['etcd'], { env, account: ACCOUNT, logFile: at('var/log/etcd') });
    },
    async killEtcd() {
      await etcd?.kill();
    },
    startPatroni() {
      const command = ['patroni', at('etc/patroni/config.yml')];
      patroni = startDaemon(command, { account: ACCOUNT, logFile: at('var/log/patroni') });
    },
    async killPatroni() {
      await patroni?.kill();
    },
    async pausePatroni() {
      await untilAtRest(at('var/log/patroni'));
      patroni?.send('SIGSTOP');
    },
    wakePatroni: () => patroni?.send('SIGCONT'),
    severStandbys: () => signalSenders(dataDir, 'SIGSTOP'),
    killServer: () => killServer(dataDir),
    async die() {
      await Promise.all([machine.killPatroni(), machine.killServer(), machine.killEtcd()]);
    },
    start() {
      machine.startEtcd();
      machine.startPatroni();
    },
    async members() {
      const [status, text] = await machine.ask('GET', '/cluster').catch(() => [0, '']);
      return status === 200 ? JSON.parse(String(text)).members : null;
    },
    async ask(method, path, body) {
      const response = await fetch(`http://${address}:8008${path}`, {
        method,
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(path === '/switchover' ? 60_000 : ASK_WITHIN_MS),
      });
      return [response.status, await response.text()];
    },
  };
  return machine;
}

/** Until the Patroni that leads has said what it has found, after which it rests for a second. */
async function untilAtRest(logFile: string): Promise<void> {
  const before = readFileSync(logFile).length;
  while (!readFileSync(logFile).subarray(before).includes(AT_REST)) await sleep(LOOK_MS);
}

function variablesIn(file: string): Readonly<Record<string, string>> {
  const lines = readFileSync(file, 'utf8').matchAll(/^(\w+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}

/** The processes by which a server sends its log to standbys. */
function signalSenders(dataDir: string, signal: NodeJS.Signals): void {
  const { pid } = readPostmaster(dataDir) ?? { pid: 0 };
  const { stdout } = spawnSync('ps', ['--ppid', String(pid), '-o', 'pid=,args='], { encoding: 'utf8' });
  for (const [, sender = ''] of stdout.matchAll(/^ *(\d+) .*walsender /gm)) {
    try {
      process.kill(Number(sender), signal);
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}

async function killServer(dataDir: string): Promise<void> {
  const server = existsSync(dataDir) ? readPostmaster(dataDir) : null;
  if (server === null || !isServing(server.pid, dataDir)) return;
  // One that is stopped would not hear that its server is gone, and would keep the next one from starting.
  signalSenders(dataDir, 'SIGKILL');
  process.kill(server.pid, 'SIGKILL');
  while (isServing(server.pid, dataDir)) await sleep(5);
}
