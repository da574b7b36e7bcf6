import { CommandFailure } from './failure.ts';

/** Tells when the person at the terminal, or the system, wants the program to end. */
export interface StopSignal {
  readonly signal: AbortSignal;
  /** Resolves at the first signal. */
  readonly stopped: Promise<void>;
  /** Leaves the signals to the system again. */
  ignore(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** npm passes on the Ctrl-C that the terminal has already sent to everybody. */
const SAME_KEYPRESS_MS = 500;

/** Listens for the wish to end; a second one, later than an echo of the first, calls `endAtOnce`. */
export function listenForStop(endAtOnce: () => void): StopSignal {
  const controller = new AbortController();
  let firstMs: number | null = null;
  const onSignal = () => {
    if (firstMs === null) {
      firstMs = performance.now();
      controller.abort();
    } else if (performance.now() - firstMs > SAME_KEYPRESS_MS) endAtOnce();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  const stopped = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve());
  });
  return {
    signal: controller.signal,
    stopped,
    ignore() {
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}

/** What a node cannot go on without: each resolves once it has gone for good. */
export interface Losses {
  readonly database: Promise<void>;
  /** With the reason. */
  readonly keys: Promise<string>;
}

/** Waits for the wish to end. Throws CommandFailure when something ends first without which nothing can go on. */
export async function untilStopped(
  { stopped, signal }: StopSignal,
  { database, keys }: Losses,
): Promise<void> {
  const lost = await Promise.race([stopped, database.then(databaseLost), keys.then(keysLost)]);
  if (signal.aborted || lost === undefined) return;
  throw lost;
}

function databaseLost(): CommandFailure {
  return new CommandFailure(
    'database_lost',
    'The embedded PostgreSQL has ended by itself, so Sello has stopped too: start it again; nothing that was answered is lost.',
  );
}

function keysLost(reason: string): CommandFailure {
  return new CommandFailure(
    'signer_process',
    `No signer process could be started (${reason.replace(/\.$/, '')}), so Sello has stopped too: start it again when that is put right; nothing that was answered is lost.`,
  );
}
