import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isServing, readPostmaster } from '../../src/storage/embedded/postmaster-file.ts';
import { startProgram } from './child-program.ts';

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

/** What the program says of a start, a stop or a failure. */
interface Said {
  readonly joined?: boolean;
  readonly rows?: number;
  readonly error?: string;
}

/** Starts the program and waits until its database answers or it has given up. */
export async function startProcess(
  dataDir: string,
  credentials: { readonly uid?: number; readonly gid?: number } = {},
): Promise<EmbeddedProcess> {
  const options = { ...credentials, cwd: '/', detached: true, listens: true };
  const program = startProgram([PROGRAM, dataDir], options);
  const next = async (from: number): Promise<Said> => JSON.parse((await program.shows(/^\{.*\}$/m, from))[0]);
  const { joined = false, rows = Number.NaN, error = '' } = await next(0);
  const from = program.out().length;
  const lastRows = async (): Promise<number> => {
    const last = await next(from);
    await program.exited;
    return last.rows ?? Number.NaN;
  };
  return {
    pid: program.pid,
    joined,
    rows,
    error,
    stop() {
      program.tell('stop');
      return lastRows();
    },
    signalGroup(signal) {
      void program.signal(signal);
      return lastRows();
    },
    async kill() {
      void program.signal('SIGKILL');
      await program.exited;
    },
  };
}

/** Kills the server of a data directory with SIGKILL and waits for the end of it; its children end a little later. */
export async function killServer(dataDir: string): Promise<void> {
  const server = readPostmaster(dataDir);
  if (server === null || !isServing(server.pid, dataDir)) return;
  process.kill(server.pid, 'SIGKILL');
  while (isServing(server.pid, dataDir)) await sleep(5);
}
