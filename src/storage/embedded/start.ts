import { mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from '../../core/once.ts';
import { locateBinaries } from './binaries.ts';
import {
  ensureDataDirectory,
  holdsCluster,
  ownerOf,
  readPassword,
  type Setup,
  SUPERUSER,
} from './data-directory.ts';
import { EmbeddedPostgresError, explainError, explainOutput } from './failure.ts';
import { type Hold, takeHold } from './hold.ts';
import { chooseIdentity } from './identity.ts';
import { discardStaleClaim, isServing, readPostmaster } from './postmaster-file.ts';
import { endServer, launch, type ServerProcess } from './server-process.ts';

export interface EmbeddedOptions {
  /** The programs of another installation, such as Debian's; the platform package's without it. */
  readonly binDir?: string;
  /** Server settings that override the launcher's own, for databases whose loss does not matter. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called when the server's programs work and nothing is to be done here; it may do so for as long as it likes. */
  readonly whileWaiting?: () => void;
}

/** A running PostgreSQL of our own. */
export interface EmbeddedPostgres {
  /** Connection string of its superuser, on 127.0.0.1 with password. */
  readonly url: string;
  /** Whether another living process was already using the server. */
  readonly joined: boolean;
  /**
   * Resolves when the server has ended, be it by `stop` or by itself; it is not started again. One that recovers from the death of
   * one of its processes goes on.
   */
  readonly ended: Promise<void>;
  /**
   * Ends the server and returns when its process is gone, unless another process still uses it: then the server goes
   * on, and the last process to stop ends it. May be called more than once.
   */
  stop(): Promise<void>;
}

interface Reached {
  readonly url: string;
  readonly hold: Hold;
  readonly launched: boolean;
}

/** Recovery after a crash reads the log since the last checkpoint, a minute of work at most on a slow disk. */
const READY_TIMEOUT_MS = 120_000;
/** The processes of a killed server end within moments, unless one is deep in a long statement. */
const CONTENDED_TIMEOUT_MS = 30_000;
const POLL_MS = 10;
const RECOVERY_POLL_MS = 50;
const CONTENDED_POLL_MS = 100;

/**
 * The server found the directory still claimed, by a server just started elsewhere or by the rest of a killed one; or
 * somebody's connection took its port since it was found free, and the next start chooses another.
 */
const CONTENDED =
  /lock file "[^"]+" (already exists|is empty)|shared memory block .* still in use|could not bind .*: Address already in use/;

function prepare(dataDirArgument: string, options: EmbeddedOptions): Setup {
  const asked = resolve(dataDirArgument);
  mkdirSync(dirname(asked), { recursive: true });
  const parentDir = realpathSync(dirname(asked));
  const place = join(parentDir, basename(asked));
  const dataOwner = ownerOf(place);
  const dataDir = dataOwner === null ? place : realpathSync(place);
  const binaries = locateBinaries(`${dataDir}.lib`, options.binDir);
  const isFirstStart = !holdsCluster(dataDir);
  const identity = chooseIdentity({
    binaries,
    parentDir: dirname(dataDir),
    dataDir,
    dataOwner,
    isFirstStart,
  });
  const { settings = {}, whileWaiting = () => undefined } = options;
  return { dataDir, binaries, identity, settings, whileWaiting };
}

async function tryToJoin(setup: Setup): Promise<Omit<Reached, 'launched'> | null> {
  const server = readPostmaster(setup.dataDir);
  if (server === null || !server.ready || !isServing(server.pid, setup.dataDir)) return null;
  const url = `postgres://${SUPERUSER}:${readPassword(setup.dataDir)}@127.0.0.1:${server.port}/postgres?sslmode=disable`;
  const hold = await takeHold(url);
  return hold === null ? null : { url, hold };
}

async function launchUnlessThere(setup: Setup): Promise<ServerProcess | null> {
  const server = readPostmaster(setup.dataDir);
  if (server !== null && isServing(server.pid, setup.dataDir)) return null;
  discardStaleClaim(setup.dataDir);
  return launch(setup);
}

/** Joins the server that runs, or starts one; two processes that start one at once end up with the same. */
async function reachServer(setup: Setup): Promise<Reached> {
  const started = Date.now();
  let own: ServerProcess | null = null;
  while (Date.now() - started < READY_TIMEOUT_MS) {
    const joined = await tryToJoin(setup);
    if (joined !== null) return { ...joined, launched: own !== null };
    const output: string | null = own?.ended() ?? null;
    if (output !== null) {
      const contended = CONTENDED.test(output) && Date.now() - started < CONTENDED_TIMEOUT_MS;
      if (!contended) throw explainOutput('postgres', output, setup.dataDir);
      own = null;
      await sleep(CONTENDED_POLL_MS);
    }
    own ??= await launchUnlessThere(setup);
    await sleep(POLL_MS);
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL in ${setup.dataDir} was not ready after ${READY_TIMEOUT_MS / 1000} seconds.`,
  );
}

/** The hold on a server that has broken off all connections and goes on; null once it does not. */
async function holdAgain(setup: Setup, url: string): Promise<Hold | null> {
  const started = Date.now();
  while (Date.now() - started < READY_TIMEOUT_MS) {
    const server = readPostmaster(setup.dataDir);
    if (server === null || !isServing(server.pid, setup.dataDir)) return null;
    const joined = await tryToJoin(setup).catch(() => null);
    if (joined?.url === url) return joined.hold;
    await joined?.hold.close();
    await sleep(RECOVERY_POLL_MS);
  }
  return null;
}

/**
 * Keeps the server in use until it ends. The death of one of its processes has it break off all connections and recover,
 * for a second or two: nobody can ask it to end meanwhile, because it hears that and does not do it.
 */
function useServer(setup: Setup, { url, hold: first }: Reached) {
  let holding: Promise<Hold | null> = Promise.resolve(first);
  let isStopping = false;

  async function useIt(): Promise<void> {
    for (let hold = await holding; hold !== null; hold = await holding) {
      await hold.ended;
      if (isStopping) return;
      holding = holdAgain(setup, url);
    }
  }

  async function stop(): Promise<void> {
    isStopping = true;
    for (let hold = await holding; hold !== null; hold = await holdAgain(setup, url)) {
      const isLast = await hold.release();
      if (isLast === true) await endServer(setup);
      await hold.close();
      if (isLast !== null) return;
    }
    await endServer(setup);
  }
  return { ended: useIt(), stop };
}

/**
 * Starts a PostgreSQL on this data directory, which is made on first use, or joins the one that already runs on it.
 * The server stands in a process group of its own and survives the death of the process that started it; the next
 * start takes it over. Throws EmbeddedPostgresError with a sentence for the person who started Sello.
 */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  try {
    const setup = prepare(dataDir, options);
    await ensureDataDirectory(setup);
    const reached = await reachServer(setup);
    const { url, hold, launched } = reached;
    const { ended, stop } = useServer(setup, reached);
    return { url, joined: !launched && !hold.alone, ended, stop: once(stop) };
  } catch (error) {
    throw explainError(error, resolve(dataDir));
  }
}
