import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ChildProgram, COMPILED, startProgram } from '../support/child-program.ts';
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

export const TIMES_OF_PRODUCTION = { callTimeoutMs: 8_000, requestBudgetMs: 25_000, quarantineMs: 900_000 };

export const SELLO = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
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
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, NODE_COMPILE_CACHE: compiledOf(main) };
  await promisify(execFile)(process.execPath, [main, ...args], { env });
}

/** Where what was compiled of this main program is kept: of a copy, which is not there for long, beside it. */
function compiledOf(main: string): string {
  return main === SELLO ? COMPILED : join(dirname(main), 'compiled');
}

/** `sello serve`, as an operator runs it: interface and background work. */
export async function startNode(settings: NodeSettings): Promise<ServingProcess> {
  const port = settings.port ?? (await quietPort());
  const env = {
    ...environmentOf(settings),
    SELLO_PORT: String(port),
    SELLO_OPERATOR_PORT: String(settings.operatorPort ?? 0),
  };
  return served(startProgram([settings.main, 'serve'], { env }), / serves /, `http://127.0.0.1:${port}`);
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
    NODE_COMPILE_CACHE: compiledOf(settings.main),
    ...settings.environment,
  };
}

/** One command of the installation, which whoever starts it may kill. */
export function startCommand(args: readonly string[], settings: NodeSettings): ChildProgram {
  return startProgram([settings.main, ...args, '--json'], { env: environmentOf(settings) });
}

/** The simulated Hacienda, with further options. */
export function startSimulator(stateFile: string, more: readonly string[] = []): Promise<ServingProcess> {
  return served(startProgram([SIMULATOR, '--state-file', stateFile, ...more]), /"url":"([^"]+)"/);
}

async function served(program: ChildProgram, pattern: RegExp, url?: string): Promise<ServingProcess> {
  const [, told = ''] = await program.shows(pattern);
  const end = (signal: NodeJS.Signals) => {
    void program.signal(signal);
    return program.exited;
  };
  return { url: url ?? told, kill: async () => void (await end('SIGKILL')), end: () => end('SIGTERM') };
}
