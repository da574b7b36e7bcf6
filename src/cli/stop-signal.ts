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

/** Waits for the wish to end. Throws CommandFailure when the database ends first, without which nothing can go on. */
export async function untilStopped({ stopped, signal }: StopSignal, lost: Promise<void>): Promise<void> {
  await Promise.race([stopped, lost]);
  if (signal.aborted) return;
  throw new CommandFailure(
    'database_lost',
    'The embedded PostgreSQL has ended by itself, so Sello has stopped too: start it again; nothing that was answered is lost.',
  );
}
