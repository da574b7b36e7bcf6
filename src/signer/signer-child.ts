import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SealError, type SealFailure } from './keyring.ts';
import { createPartReader, lengthPrefixed, partsOf } from './length-prefixed.ts';
import { malformedReading, openMasterKeyFile } from './master-key.ts';
import { MOST_BYTES } from './signer-messages.ts';

/** One life of a signer process. */
export interface SignerChild {
  readonly masters: readonly string[];
  /** Rejects with SignerEnded where it ended first, and with SealError where it could not open what it was to open. */
  ask(name: string, ...parts: readonly (string | Uint8Array)[]): Promise<readonly Buffer[]>;
  /** Resolves with the reason, a text for the operator's log. */
  readonly ended: Promise<string>;
  /** Lets it end, and resolves when it has. */
  close(): Promise<void>;
}

/** The process ended before it answered; another one may be asked the same. */
export class SignerEnded extends Error {
  override readonly name = 'SignerEnded';
}

/** A master key that a signer process cannot be given, in a sentence for the operator. */
export class MasterKeyRefused extends Error {
  override readonly name = 'MasterKeyRefused';
}

export interface SignerPlace {
  /** The files of one or two master keys. */
  readonly files: readonly string[];
  /** One of the installation's sealed secrets. */
  readonly sample: string | null;
}

const PROGRAM = fileURLToPath(new URL('./signer-program.ts', import.meta.url));
const READABLE = [
  fileURLToPath(new URL('./', import.meta.url)),
  fileURLToPath(new URL('../core/', import.meta.url)),
];

/**
 * What it holds at a time is some messages and keys, and code that runs once needs no second compilation: V8 strips the types
 * of its program in WebAssembly.
 */
const SMALL: readonly string[] = ['--max-old-space-size=256', '--max-semi-space-size=4', '--liftoff-only'];

/** It may read its own program, and neither write, nor start processes and threads, nor be looked into. */
export const CONFINED: readonly string[] = [
  '--permission',
  ...READABLE.map((folder) => `--allow-fs-read=${folder}`),
  '--disable-sigusr1',
  '--disable-warning=ExperimentalWarning',
];

const ENDS_WITHIN_MS = 5_000;
/** What it says before it has begun tells why it cannot. */
const MOST_COMPLAINT = 2_000;

interface Spawned {
  readonly child: ChildProcess;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

interface Waiting {
  readonly sentMs: number;
  readonly resolve: (parts: readonly Buffer[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Starts a signer process and gives it the master keys, which this process opens and does not read. Throws MasterKeyRefused
 * where there is none, SealError where they are not those of the installation, SignerEnded where it cannot start. A process that owes an answer
 * for longer than `answersWithinMs` hangs, and is ended.
 */
export async function launchSigner(
  { files, sample }: SignerPlace,
  answersWithinMs: number,
): Promise<SignerChild> {
  const spawned = await spawnWith(files);
  const talk = talkWith(spawned, answersWithinMs);
  try {
    const [outcome, ...masters] = (await talk.ask('begin', sample ?? '')).map(String);
    if (outcome !== 'held')
      throw new MasterKeyRefused(malformedReading(files[Number(masters[0])] ?? '').message);
    return { ...talk, masters };
  } catch (error) {
    spawned.child.kill('SIGKILL');
    throw error;
  }
}

/** What Windows needs; nothing else of the environment reaches it, neither settings nor options of the runtime. */
const PASSED_ON = ['SystemRoot'];

async function spawnWith(files: readonly string[]): Promise<Spawned> {
  await using opened = new AsyncDisposableStack();
  const descriptors: number[] = [];
  for (const path of files) {
    const opening = await openMasterKeyFile(path);
    if (opening.kind === 'refused') throw new MasterKeyRefused(opening.message);
    opened.defer(() => opening.file.close());
    descriptors.push(opening.file.fd);
  }
  const args = [...CONFINED, ...SMALL, PROGRAM, String(files.length)];
  const env = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe', ...descriptors], env });
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error('a process without pipes');
  return { child, stdin, stdout, stderr };
}

function talkWith(
  { child, stdin, stdout, stderr }: Spawned,
  answersWithinMs: number,
): Pick<SignerChild, 'ask' | 'ended' | 'close'> {
  const waiting = new Map<number, Waiting>();
  const end = Promise.withResolvers<string>();
  let complaint = '';
  let last = 0;
  let hasEnded = false;
  const over = (reason: string) => {
    if (hasEnded) return;
    hasEnded = true;
    for (const { reject } of waiting.values()) reject(new SignerEnded(reason));
    waiting.clear();
    end.resolve(reason);
  };
  const keepWatch = watchOver(waiting, answersWithinMs, () => child.kill('SIGKILL'));
  child.once('close', (code, signal) =>
    over(`the signer process ended: ${signal ?? code} ${complaint}`.trim()),
  );
  child.once('error', ({ message }) => over(`the signer process cannot be started: ${message}`));
  stdin.on('error', () => undefined);
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, MOST_COMPLAINT);
  });
  const read = createPartReader(MOST_BYTES, (message) => answer(waiting, message));
  stdout.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch {
      // Whoever speaks otherwise than our program is not our program any more.
      child.kill('SIGKILL');
    }
  });
  return {
    ended: end.promise,
    ask(name, ...parts) {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        if (hasEnded) return reject(new SignerEnded('the signer process has ended'));
        waiting.set(id, { sentMs: performance.now(), resolve, reject });
        keepWatch();
        stdin.write(lengthPrefixed(lengthPrefixed(String(id), name, ...parts)));
      });
    },
    async close() {
      stdin.end();
      const late = sleep(ENDS_WITHIN_MS, 'late' as const, { ref: false });
      if ((await Promise.race([end.promise, late])) === 'late') child.kill('SIGKILL');
      await end.promise;
    },
  };
}

/** Looks whether an answer is late as long as one is owed, and not while nobody asks; to be called with each question. */
function watchOver(waiting: ReadonlyMap<number, Waiting>, answersWithinMs: number, onLate: () => void) {
  let isWatched = false;
  const look = () => {
    isWatched = false;
    if (isLate(waiting, answersWithinMs)) onLate();
    else if (waiting.size > 0) keepWatch();
  };
  const keepWatch = () => {
    if (isWatched) return;
    isWatched = true;
    setTimeout(look, answersWithinMs / 10).unref();
  };
  return keepWatch;
}

/** Answers come in any order, but the map keeps the order of the questions. */
function isLate(waiting: ReadonlyMap<number, Waiting>, answersWithinMs: number): boolean {
  const [oldest] = waiting.values();
  return oldest !== undefined && performance.now() - oldest.sentMs > answersWithinMs;
}

/** Throws for what is no answer to a question of ours. */
function answer(waiting: Map<number, Waiting>, message: Buffer): void {
  const [id, outcome, ...parts] = partsOf(message);
  const asked = waiting.get(Number(id));
  if (asked === undefined) throw new Error('an answer that nobody waits for');
  waiting.delete(Number(id));
  const text = String(parts[0] ?? '');
  if (String(outcome) === 'answered') asked.resolve(parts);
  else if (String(outcome) === 'not_opened')
    asked.reject(new SealError(FAILURES.find((failure) => failure === text) ?? 'not_authentic'));
  else asked.reject(new Error(`the signer process refused: ${text}`));
}

const FAILURES: readonly SealFailure[] = ['malformed', 'other_master_key', 'not_authentic'];
