import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';

/** A program that serves until it is ended, and ends with whoever started it, however that ends. */
export interface Daemon {
  readonly pid: number;
  send(signal: NodeJS.Signals): void;
  /** SIGKILL, also where it is stopped; waits until it is gone. */
  kill(): Promise<void>;
}

export interface DaemonOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The account that it runs as; our own unless given. */
  readonly account?: string;
  /** Gets all that it prints. */
  readonly logFile: string;
}

export function startDaemon(
  command: readonly string[],
  { env = {}, account, logFile }: DaemonOptions,
): Daemon {
  const log = openSync(logFile, 'a');
  const as = account === undefined ? [] : [`--reuid=${account}`, `--regid=${account}`, '--init-groups'];
  const child: ChildProcess = spawn('setpriv', [...as, '--pdeathsig=KILL', ...command], {
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
  });
  const ended = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    send: (signal) => void child.kill(signal),
    async kill() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await ended;
    },
  };
}
