import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ChildOfNode, startProcess } from '../children/child.ts';
import { CommandFailure } from './failure.ts';

/** The simulated Hacienda as a process of its own. */
export interface SimulatorProcess {
  readonly url: string;
  /** Resolves when its process is gone. */
  stop(): Promise<void>;
}

export interface SimulatorOptions {
  readonly stateFile: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Options of its own program by name; it refuses what it does not know. */
  readonly others?: Readonly<Record<string, string>>;
  /** Told when it ended by itself and is started anew. */
  readonly onRestart: () => void;
}

const PROGRAM = new URL('../../simulator/main.ts', import.meta.url);
const END_WITH_PARENT = new URL('./end-with-parent.ts', import.meta.url);

/** Nothing of our settings or secrets reaches it. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];

const PAUSE_BEFORE_RESTART_MS = 500;
const PATIENCE_MS = 5_000;

interface Started {
  readonly child: ChildOfNode;
  readonly url: string;
}

/**
 * Starts the simulator and answers once it is ready. It ends with this process, however this one ends, and is started
 * anew on the same port when it ends by itself. Throws CommandFailure with its own words where it cannot start.
 */
export async function startSimulator(options: SimulatorOptions): Promise<SimulatorProcess> {
  let current = await launch(options);
  const { url } = current;
  const port = Number(new URL(url).port);
  let stopping = false;
  let relaunching: Promise<void> = Promise.resolve();
  const relaunch = async () => {
    await sleep(PAUSE_BEFORE_RESTART_MS);
    if (!stopping) current = await launch({ ...options, port }).catch(() => current);
  };
  const watch = async () => {
    for (;;) {
      await current.child.ended;
      if (stopping) return;
      options.onRestart();
      relaunching = relaunch();
      await relaunching;
    }
  };
  void watch();
  return {
    url,
    async stop() {
      stopping = true;
      await relaunching;
      await end(current);
    },
  };
}

async function launch({ stateFile, port, others = {} }: SimulatorOptions): Promise<Started> {
  const args = ['--import', END_WITH_PARENT.href, fileURLToPath(PROGRAM)];
  const orders = ['--port', String(port), '--state-file', stateFile];
  for (const [name, value] of Object.entries(others)) orders.push(`--${name}`, value);
  // In a process group of its own: the terminal's Ctrl-C reaches us, and it must outlive our last requests to it.
  const child = startProcess('the simulated Hacienda', [...args, ...orders], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
    detached: process.platform !== 'win32',
  });
  let complaint = '';
  const { stdout, stderr } = child.process;
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2000);
  });
  const url = await Promise.race([readyUrl(stdout), child.ended.then(() => null)]);
  if (url !== null) return { child, url };
  await child.kill();
  throw new CommandFailure('simulator', `The simulated Hacienda cannot start: ${reasonIn(complaint)}.`);
}

/** Its own sentence, or the error that kept it from saying one. */
function reasonIn(complaint: string): string {
  const lines = complaint.split('\n');
  const telling =
    lines.findLast((line) => line.startsWith('simulator: ')) ?? lines.find((line) => /Error/.test(line));
  return (telling ?? 'it said nothing').replace(/^simulator: /, '').replace(/\.$/, '');
}

async function readyUrl(input: Readable | null): Promise<string | null> {
  if (input === null) return null;
  for await (const line of createInterface({ input })) {
    const url = /"event":"ready","url":"([^"]+)"/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  return null;
}

async function end({ child }: Started): Promise<void> {
  child.process.kill('SIGTERM');
  await Promise.race([child.ended, sleep(PATIENCE_MS, undefined, { ref: false })]);
  await child.kill();
}
