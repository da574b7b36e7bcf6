import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../../src/cli/run.ts';
import { programOf } from '../../src/compose/program.ts';
import { personOf } from '../../src/config/person.ts';
import { readSettings } from '../../src/config/settings.ts';
import { VERSION } from '../../src/config/version.ts';
import { createMasterKeyFile } from '../../src/signer/master-key.ts';
import { type ChildProgram, type ProgramEnd, type ProgramOptions, startProgram } from './child-program.ts';

/** What a command has come to. */
export type SelloResult = Pick<ProgramEnd, 'code' | 'out' | 'err'>;

/** Where a command runs; without an environment, no operator port is opened. */
export type RunOptions = Pick<ProgramOptions, 'env' | 'cwd' | 'uid'>;

interface StartOptions extends RunOptions, Pick<ProgramOptions, 'patienceMs'> {
  /** Modules that are loaded before it. */
  readonly imports?: readonly string[];
}

const PATIENCE_MS = 15_000;
const SELLO = fileURLToPath(new URL('../../bin/sello', import.meta.url));

/** Starts `sello` with these arguments, at the head of a process group as under a shell. */
export function startSello(
  args: readonly string[],
  { env = {}, imports = [], ...options }: StartOptions = {},
): ChildProgram {
  const own = { HOME: '/nonexistent', SELLO_OPERATOR_PORT: '0' };
  const before = imports.flatMap((module) => ['--import', module]);
  return startProgram([...before, SELLO, ...args], {
    patienceMs: PATIENCE_MS,
    ...options,
    env: { ...own, ...env },
    detached: true,
  });
}

/** Runs one command to its end. */
export function runSello(args: readonly string[], options: RunOptions = {}): Promise<SelloResult> {
  return startSello(args, options).ended;
}

/** Runs one command as `src/main.ts` does, but here, where no process has to start: paths are to be absolute. */
export async function sayToSello(
  args: readonly string[],
  { env = {}, cwd = '/' }: RunOptions = {},
): Promise<SelloResult> {
  let [out, err] = ['', ''];
  const code = await runCommandLine(args, {
    version: VERSION,
    reading: readSettings(env, cwd),
    person: personOf(env),
    programOf,
    createMasterKey: createMasterKeyFile,
    out(line) {
      out += `${line}\n`;
    },
    err(line) {
      err += `${line}\n`;
    },
  });
  return { code, out, err };
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
