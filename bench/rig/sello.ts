import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { quietPort } from '../../test/drills/quiet-port.ts';

/** A node of the service, as an operator runs it, with its log in a file. */
export interface SelloNode {
  readonly url: string;
  readonly pid: number;
  end(): Promise<void>;
}

export interface SelloSettings {
  readonly databaseUrl: string;
  readonly haciendaUrl: string;
  readonly masterKeyFile: string;
  readonly logFile: string;
}

export interface NodeOptions {
  /** Options of the runtime, such as a profiler's. */
  readonly nodeOptions?: readonly string[];
  /** Where the keys are; where they are by default, unless given. */
  readonly signer?: 'inside' | 'process';
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const READY_MS = 30_000;

/** `sello serve` with the settings that it ships with. */
export async function startSello(settings: SelloSettings & NodeOptions): Promise<SelloNode> {
  const port = await quietPort();
  const log = openSync(settings.logFile, 'a');
  const child = spawn(process.execPath, [...(settings.nodeOptions ?? []), MAIN, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: settings.databaseUrl,
      SELLO_MASTER_KEY_FILE: settings.masterKeyFile,
      SELLO_PORT: String(port),
      SELLO_OPERATOR_PORT: '0',
      SELLO_SIGNER: settings.signer,
      SELLO_HACIENDA_TEST_URL: settings.haciendaUrl,
      // So that one generator can speak for many addresses.
      SELLO_TRUSTED_PROXIES: '127.0.0.1',
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const abandon = () => void child.kill('SIGKILL');
  process.once('exit', abandon);
  const ended = once(child, 'exit').then(() => process.off('exit', abandon));
  const url = `http://127.0.0.1:${port}`;
  await untilServing(url, () => child.exitCode !== null);
  return {
    url,
    pid: child.pid ?? 0,
    async end() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilServing(url: string, hasEnded: () => boolean): Promise<void> {
  const until = performance.now() + READY_MS;
  while (performance.now() < until && !hasEnded()) {
    const answer = await fetch(url).catch(() => null);
    await answer?.arrayBuffer();
    if (answer !== null) return;
    await sleep(50);
  }
  throw new Error('the node did not come to serve; its log says why');
}
