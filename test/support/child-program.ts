import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { until } from './until.ts';

/** What a program has come to, with all that it printed. */
export interface ProgramEnd {
  readonly code: number | null;
  /** What ended it; null where it ended by itself. */
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** A program in a process of its own, which ends with the process that started it. */
export interface ChildProgram {
  readonly pid: number;
  out(): string;
  err(): string;
  /** The bytes of both of its streams, in the order in which they came. */
  said(): Buffer;
  /** Waits until its output holds this behind a place of it; throws with all that it said when it ends first or takes too long. */
  shows(pattern: RegExp, from?: number): Promise<RegExpExecArray>;
  /** Writes a line to its input. */
  tell(line: string): void;
  /** SIGINT goes to its whole group, as a terminal's Ctrl-C does, where it heads one; the others to it alone. */
  signal(name: NodeJS.Signals): Promise<ProgramEnd>;
  readonly ended: Promise<ProgramEnd>;
  /** Its exit code, at its own end: what it started may hold its streams for longer. */
  readonly exited: Promise<number | null>;
}

export interface ProgramOptions {
  /** All the environment that it has besides a path and what was compiled before. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  /** Whether it heads a group of its own, as under a shell. */
  readonly detached?: boolean;
  /** Whether it is told anything; it has no input unless it is. */
  readonly listens?: boolean;
  /** How long it is waited for. */
  readonly patienceMs?: number;
}

/**
 * What V8 made of the repository's files is kept for the next program: most of a start is the reading of its sources. Where the
 * folder cannot be written, Node does without.
 */
export const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

const PATIENCE_MS = 60_000;
const LOOK_MS = 10;

/** Starts `node` with these arguments. */
export function startProgram(args: readonly string[], options: ProgramOptions = {}): ChildProgram {
  return startCommand(process.execPath, args, options);
}

/** Resolves once something takes connections at a port of this machine; throws with what the program said where it ends first. */
export async function listensAt(port: number, program: ChildProgram): Promise<void> {
  let hasEnded = false;
  void program.ended.then(() => {
    hasEnded = true;
  });
  await until(async () => hasEnded || (await answersAt(port)), `connections at ${port}`);
  if (hasEnded) throw new Error(program.said().toString('utf8'));
}

function answersAt(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Starts a command with these arguments. */
export function startCommand(
  command: string,
  args: readonly string[],
  options: ProgramOptions = {},
): ChildProgram {
  const { env = {}, cwd, uid, gid, detached = false, listens = false, patienceMs = PATIENCE_MS } = options;
  const account = uid === undefined ? {} : { uid, gid: gid ?? uid };
  const child = spawn(command, [...args], {
    ...account,
    cwd,
    detached,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: [listens ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  const [out, err, said]: [Buffer[], Buffer[], Buffer[]] = [[], [], []];
  const textOf = (parts: readonly Buffer[]) => Buffer.concat(parts).toString('utf8');
  let hasEnded = false;
  const keep = (parts: Buffer[]) => (part: Buffer) => {
    parts.push(part);
    said.push(part);
  };
  child.stdout?.on('data', keep(out));
  child.stderr?.on('data', keep(err));
  child.stdin?.on('error', () => undefined);
  const abandon = () => void child.kill('SIGKILL');
  process.once('exit', abandon);
  const ended = new Promise<ProgramEnd>((resolve) => {
    child.once('close', (code, signal) => {
      hasEnded = true;
      process.off('exit', abandon);
      resolve({ code, signal, out: textOf(out), err: textOf(err) });
    });
  });
  return {
    pid: child.pid ?? 0,
    out: () => textOf(out),
    err: () => textOf(err),
    said: () => Buffer.concat(said),
    async shows(pattern, from = 0) {
      const find = () => pattern.exec(textOf(out).slice(from));
      const late = performance.now() + patienceMs;
      let found = find();
      while (found === null && !hasEnded && performance.now() < late) {
        await sleep(LOOK_MS);
        found = find();
      }
      if (found === null) throw new Error(`${pattern} is not in\n${textOf(said)}`);
      return found;
    },
    tell: (line) => void child.stdin?.write(`${line}\n`),
    signal(name) {
      if (!hasEnded && name === 'SIGINT' && detached) process.kill(-(child.pid ?? 0), name);
      else child.kill(name);
      return ended;
    },
    ended,
    exited: once(child, 'exit').then(([code]) => code),
  };
}
