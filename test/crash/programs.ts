import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { NodeOrders } from './crashing-node.ts';

/** A program of its own that listens. */
export interface Program {
  readonly url: string;
  /** Resolves with the signal that ended it, null where it ended by itself. */
  readonly ended: Promise<string | null>;
  /** Ends it without ceremony; waits until it is gone. */
  kill(): Promise<void>;
}

const SIMULATOR = fileURLToPath(new URL('../../simulator/main.ts', import.meta.url));
const NODE = fileURLToPath(new URL('./crashing-node.ts', import.meta.url));

/** The simulated Hacienda in a process of its own. */
export function startSimulatorProgram(stateFile: string): Promise<Program> {
  return started([SIMULATOR, '--state-file', stateFile], null);
}

/** The service in a process of its own. */
export function startNodeProgram(orders: NodeOrders): Promise<Program> {
  return started([NODE], JSON.stringify(orders));
}

async function started(args: readonly string[], firstLine: string | null): Promise<Program> {
  const child = spawn(process.execPath, [...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = endOf(child);
  if (firstLine !== null) child.stdin.write(`${firstLine}\n`);
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { url: await announcedUrl(child), ended, kill };
}

async function endOf(child: ChildProcess): Promise<string | null> {
  await once(child, 'exit');
  return child.signalCode;
}

async function announcedUrl(child: { readonly stdin: Writable; readonly stdout: Readable }): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /"url":"([^"]+)"/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('the program ended before it listened');
}
