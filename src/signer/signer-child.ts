import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ChildEnded, type ChildOfNode, startProcess } from '../children/child.ts';
import { type Patience, watchSilence } from '../children/silence.ts';
import { SealError, type SealFailure } from './keyring.ts';
import { createPartReader, lengthPrefixed, partsOf } from './length-prefixed.ts';
import { malformedReading, openMasterKeyFile } from './master-key.ts';
import { MOST_BYTES, PING } from './signer-messages.ts';

/** One life of a signer process. */
export interface SignerChild {
  readonly masters: readonly string[];
  /** Rejects with ChildEnded where it ended first, and with SealError where it could not open what it was to open. */
  ask(name: string, ...parts: readonly (string | Uint8Array)[]): Promise<readonly Buffer[]>;
  /** Resolves with the reason, a text for the operator's log. */
  readonly ended: Promise<string>;
  /** Lets it end, and resolves when it has. */
  close(): Promise<void>;
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

interface Waiting {
  readonly resolve: (parts: readonly Buffer[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Starts a signer process and gives it the master keys, which this process opens and does not read. Throws MasterKeyRefused
 * where there is none, SealError where they are not those of the installation, ChildEnded where it cannot start. A process
 * that owes an answer and says nothing at all hangs, and is ended.
 */
export async function launchSigner({ files, sample }: SignerPlace, patience: Patience): Promise<SignerChild> {
  const talk = await startWith(files, patience);
  try {
    const [outcome, ...masters] = (await talk.ask('begin', sample ?? '')).map(String);
    if (outcome !== 'held')
      throw new MasterKeyRefused(malformedReading(files[Number(masters[0])] ?? '').message);
    talk.begun();
    return { ...talk, masters };
  } catch (error) {
    await talk.kill();
    throw error;
  }
}

/** What Windows needs; nothing else of the environment reaches it, neither settings nor options of the runtime. */
const PASSED_ON = ['SystemRoot'];

/** The talk with it begins with its start: while the files are closed here, much may become of it. */
async function startWith(files: readonly string[], patience: Patience) {
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
  return talkWith(
    startProcess('the signer process', args, { stdio: ['pipe', 'pipe', 'pipe', ...descriptors], env }),
    patience,
  );
}

function talkWith(child: ChildOfNode, patience: Patience) {
  const { stdin, stdout, stderr } = child.process;
  const waiting = new Map<number, Waiting>();
  let complaint = '';
  let last = 0;
  let hasBegun = false;
  const write = (id: number, name: string, ...parts: readonly (string | Uint8Array)[]) =>
    stdin?.write(lengthPrefixed(lengthPrefixed(String(id), name, ...parts)));
  const silence = watchSilence(patience, {
    owesAnswer: () => waiting.size > 0,
    hasAll: () => hasBegun && stdin?.writableLength === 0,
    ping: () => void write(PING, 'ping'),
    onHung() {
      complaint = `after silence ${complaint}`;
      void child.kill();
    },
  });
  const explained = (reason: string) => `${reason} ${complaint}`.trim();
  const ended = child.ended.then(explained);
  child.onEnd((reason) => {
    for (const { reject } of waiting.values()) reject(new ChildEnded(explained(reason)));
    waiting.clear();
  });
  stdin?.on('error', () => undefined);
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, MOST_COMPLAINT);
  });
  const read = createPartReader(MOST_BYTES, (message) => answer(waiting, message));
  stdout?.on('data', (chunk: Buffer) => {
    silence.heard();
    try {
      read(chunk);
    } catch {
      // Whoever speaks otherwise than our program is not our program any more.
      void child.kill();
    }
  });
  return {
    ended,
    kill: child.kill,
    begun() {
      hasBegun = true;
    },
    ask(name: string, ...parts: readonly (string | Uint8Array)[]): Promise<readonly Buffer[]> {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        if (child.hasEnded()) return reject(new ChildEnded('the signer process has ended'));
        waiting.set(id, { resolve, reject });
        silence.asked();
        write(id, name, ...parts);
      });
    },
    async close() {
      stdin?.end();
      const late = sleep(ENDS_WITHIN_MS, 'late' as const, { ref: false });
      if ((await Promise.race([ended, late])) === 'late') await child.kill();
    },
  };
}

/** Throws for what is no answer to a question of ours. */
function answer(waiting: Map<number, Waiting>, message: Buffer): void {
  const [id, outcome, ...parts] = partsOf(message);
  if (Number(id) === PING) return;
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
