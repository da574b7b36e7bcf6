import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../../src/cli/run.ts';
import { programOf } from '../../src/compose/program.ts';
import { personOf } from '../../src/config/person.ts';
import { readSettings } from '../../src/config/settings.ts';
import { VERSION } from '../../src/config/version.ts';
import { createMasterKeyFile } from '../../src/signer/master-key.ts';

type Environment = Readonly<Record<string, string>>;

export interface SelloResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Sello at work in a process of its own. */
export interface RunningSello {
  readonly pid: number;
  out(): string;
  err(): string;
  /** Waits until its output holds this; throws with all of it when it ends first or takes too long. */
  shows(pattern: RegExp): Promise<RegExpExecArray>;
  /** SIGINT goes to its whole process group, as a terminal's Ctrl-C does; the others to it alone. */
  signal(name: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void;
  readonly ended: Promise<SelloResult>;
}

export interface RunOptions {
  /** All the environment it has besides a path and a home; without it, no operator port is opened. */
  readonly env?: Environment;
  readonly cwd?: string;
  readonly uid?: number;
}

const SELLO = fileURLToPath(new URL('../../bin/sello', import.meta.url));
const PATIENCE_MS = 15_000;
const POLL_MS = 20;

/** Most of a command's time is the reading of its sources; where the folder cannot be written, Node does without. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

/** Starts `sello` with these arguments, at the head of a process group as under a shell. */
export function startSello(args: readonly string[], { env = {}, cwd, uid }: RunOptions = {}): RunningSello {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(process.execPath, [SELLO, ...args], {
    env: {
      PATH: process.env['PATH'],
      HOME: '/nonexistent',
      SELLO_OPERATOR_PORT: '0',
      NODE_COMPILE_CACHE: COMPILED,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...(cwd === undefined ? {} : { cwd }),
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let out = '';
  let err = '';
  let hasEnded = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = new Promise<SelloResult>((resolve) => {
    child.once('close', (code) => {
      hasEnded = true;
      resolve({ code, out, err });
    });
  });
  return {
    pid: child.pid ?? 0,
    out: () => out,
    err: () => err,
    async shows(pattern) {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const found = pattern.exec(out);
        if (found !== null) return found;
        if (hasEnded || Date.now() > deadline) throw new Error(`${pattern} is not in\n${out}\n${err}`);
        await sleep(POLL_MS);
      }
    },
    signal(name) {
      if (hasEnded) return;
      process.kill(name === 'SIGINT' ? -(child.pid ?? 0) : (child.pid ?? 0), name);
    },
    ended,
  };
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

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function pidsNaming(folder: string): readonly string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
  return pids.filter((pid) => commandLineOf(pid).includes(folder));
}

/** The command lines of all processes that name this folder or file: databases and simulators of it. */
export function processesNaming(path: string): readonly string[] {
  return pidsNaming(path).map((pid) => commandLineOf(pid));
}

/** Kills the processes that name this file, of which only ours do. */
export function killProcessesNaming(path: string): void {
  for (const pid of pidsNaming(path)) process.kill(Number(pid), 'SIGKILL');
}
