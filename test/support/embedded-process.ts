import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isServing, readPostmaster } from '../../src/storage/embedded/postmaster-file.ts';

/** A process of its own that uses the embedded PostgreSQL of a directory. */
export interface EmbeddedProcess {
  readonly pid: number;
  readonly joined: boolean;
  /** Rows in the table to which every start and every stop adds one. */
  readonly rows: number;
  /** What stopped the start, empty when it succeeded. */
  readonly error: string;
  /** Lets it stop in an orderly way; answers the rows it saw last. */
  stop(): Promise<number>;
  /** Sends a signal to its whole process group, as a terminal does, and waits for its end; answers as `stop`. */
  signalGroup(signal: 'SIGINT'): Promise<number>;
  /** Kills it with SIGKILL, leaving its server alone. */
  kill(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./embedded-program.ts', import.meta.url));

function numberIn(line: string, name: string): number {
  return Number(new RegExp(`"${name}":(\\d+)`).exec(line)?.[1] ?? Number.NaN);
}

/** Starts the program and waits until its database answers or it has given up. */
export async function startProcess(
  dataDir: string,
  credentials: { readonly uid?: number; readonly gid?: number } = {},
): Promise<EmbeddedProcess> {
  const child = spawn(process.execPath, [PROGRAM, dataDir], {
    ...credentials,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => {
    const next = await lines.next();
    return next.done === true ? '' : next.value;
  };
  const first = await nextLine();
  const lastRows = async (): Promise<number> => {
    const line = await nextLine();
    await exited;
    return numberIn(line, 'rows');
  };
  return {
    pid: child.pid ?? 0,
    joined: first.includes('"joined":true'),
    rows: numberIn(first, 'rows'),
    error: /"error":"(.*)"}$/.exec(first)?.[1] ?? '',
    async stop() {
      child.stdin.write('stop\n');
      return lastRows();
    },
    async signalGroup(signal) {
      process.kill(-(child.pid ?? 0), signal);
      return lastRows();
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Every process whose working directory is this data directory: its server and the server's own children. */
export function processesOf(dataDir: string): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === dataDir;
    } catch {
      return false;
    }
  });
}

/** Kills the server of a data directory with SIGKILL and waits for the end of it; its children end a little later. */
export async function killServer(dataDir: string): Promise<void> {
  const server = readPostmaster(dataDir);
  if (server === null || !isServing(server.pid, dataDir)) return;
  process.kill(server.pid, 'SIGKILL');
  while (isServing(server.pid, dataDir)) await sleep(5);
}
