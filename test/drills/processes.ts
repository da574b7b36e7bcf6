import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { quietPort } from './quiet-port.ts';

/** A program of its own that serves until it is ended. */
export interface ServingProcess {
  readonly url: string;
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, and waits until it has ended in an orderly way; answers its exit code. */
  end(): Promise<number | null>;
}

/** Where a node listens: anywhere, and without a port for operators, unless told otherwise. */
export interface NodePlace {
  readonly port?: number;
  readonly operatorPort?: number;
  /** Another way to the same database. */
  readonly databaseUrl?: string;
}

export interface NodeSettings extends NodePlace {
  /** The path of the node's main program. */
  readonly main: string;
  readonly databaseUrl: string;
  readonly haciendaUrl: string;
  readonly masterKeyFile: string;
  readonly compileCache: string;
  readonly times: DrillTimes;
  /** Settings besides those of every drill. */
  readonly environment: Readonly<Record<string, string>>;
}

/** In milliseconds. */
export interface DrillTimes {
  readonly callTimeoutMs: number;
  readonly requestBudgetMs: number;
  readonly quarantineMs: number;
}

const SIMULATOR = fileURLToPath(new URL('../../simulator/main.ts', import.meta.url));
const MINUTE_MS = 60_000;

/** `sello migrate`: the schema of this main program, which is not ours where it is a copy. */
export const migrate = (main: string, databaseUrl: string): Promise<void> =>
  runOnDatabase(main, databaseUrl, ['migrate']);

/** `sello distribute --apply`: over the servers that the Citus of this database knows. */
export const distribute = (main: string, databaseUrl: string): Promise<void> =>
  runOnDatabase(main, databaseUrl, ['distribute', '--apply']);

/** A command that needs nothing but the database. */
async function runOnDatabase(main: string, databaseUrl: string, args: readonly string[]): Promise<void> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl };
  await promisify(execFile)(process.execPath, [main, ...args], { env });
}

/** `sello serve`, as an operator runs it: interface and background work. */
export async function startNode(settings: NodeSettings): Promise<ServingProcess> {
  const port = settings.port ?? (await quietPort());
  const env = {
    ...environmentOf(settings),
    SELLO_PORT: String(port),
    SELLO_OPERATOR_PORT: String(settings.operatorPort ?? 0),
  };
  const started = launch([settings.main, 'serve'], env);
  await started.shows(/ serves /);
  return { url: `http://127.0.0.1:${port}`, ...started };
}

/** One command of the installation, to its end; answers the object that it prints with `--json`. */
export async function runCommand(
  args: readonly string[],
  settings: NodeSettings,
): Promise<Readonly<Record<string, unknown>>> {
  const env = { PATH: process.env['PATH'], ...environmentOf(settings) };
  const { stdout } = await promisify(execFile)(process.execPath, [settings.main, ...args, '--json'], { env });
  return JSON.parse(stdout);
}

function environmentOf(settings: NodeSettings): Readonly<Record<string, string>> {
  const { times } = settings;
  return {
    DATABASE_URL: settings.databaseUrl,
    SELLO_MASTER_KEY_FILE: settings.masterKeyFile,
    SELLO_HACIENDA_TEST_URL: settings.haciendaUrl,
    SELLO_HACIENDA_TIMEOUT_MS: String(times.callTimeoutMs),
    SELLO_REQUEST_BUDGET_MS: String(times.requestBudgetMs),
    SELLO_QUARANTINE_MINUTES: (times.quarantineMs / MINUTE_MS).toFixed(6),
    SELLO_LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: settings.compileCache,
    ...settings.environment,
  };
}

/** The simulated Hacienda. */
export async function startSimulator(stateFile: string): Promise<ServingProcess> {
  const started = launch([SIMULATOR, '--state-file', stateFile], {});
  const ready = await started.shows(/"url":"([^"]+)"/);
  return { url: ready[1] ?? '', ...started };
}

interface Launched extends Omit<ServingProcess, 'url'> {
  shows(pattern: RegExp): Promise<RegExpExecArray>;
}

function launch(args: readonly string[], env: Readonly<Record<string, string>>): Launched {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(process.execPath, [...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  // Whichever way the drill ends, it takes its processes with it.
  const abandon = () => void child.kill('SIGKILL');
  process.once('exit', abandon);
  child.once('exit', () => process.off('exit', abandon));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
    return child.exitCode;
  };
  return {
    shows: (pattern) => untilShown(child, pattern),
    kill: async () => void (await end('SIGKILL')),
    end: () => end('SIGTERM'),
  };
}

/** Rejects with everything printed when it ends first. */
function untilShown(
  child: ChildProcessByStdio<null, Readable, Readable>,
  pattern: RegExp,
): Promise<RegExpExecArray> {
  let text = '';
  return new Promise((resolve, reject) => {
    const look = (chunk: Buffer) => {
      text += chunk.toString();
      const found = pattern.exec(text);
      if (found !== null) resolve(found);
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('exit', () => reject(new Error(`it ended before it served: ${text}`)));
  });
}
