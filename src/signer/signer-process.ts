import { setTimeout as sleep } from 'node:timers/promises';
import { ChildEnded } from '../children/child.ts';
import type { Patience } from '../children/silence.ts';
import { createRecent, type Recent } from '../core/memory/recent.ts';
import { type KeyHolder, nameOf, type SealedKey } from './key-holder.ts';
import { launchSigner, type SignerChild, type SignerPlace } from './signer-child.ts';

/** Who is told what becomes of the process. */
export interface SignerLog {
  warn(event: string, detail: Readonly<Record<string, unknown>>): void;
}

export interface SignerTimes extends Patience {
  /** How long a question waits for a process that is being started. */
  readonly patienceMs: number;
  /** Before another start where one failed; twice as long with each that fails, up to the longest. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** Starts that fail for so long are told to whoever may end the node. */
  readonly mostAwayMs: number;
}

interface Parts {
  readonly place: SignerPlace;
  readonly log: SignerLog;
  readonly times: SignerTimes;
}

/** A process, and the keys that are known to open in it. */
interface Living {
  readonly child: SignerChild;
  readonly openable: Recent<true>;
}

export const SIGNER_TIMES: SignerTimes = {
  patienceMs: 5_000,
  lookMs: 250,
  silentLooks: 8,
  silentLooksAtStart: 40,
  firstPauseMs: 100,
  longestPauseMs: 500,
  mostAwayMs: 20_000,
};
/** A question that two processes did not survive is asked no third one. */
const MOST_TRIES = 2;
/** The first process is started so often where it ends before it has begun, and each for a reason of its own. */
const MOST_FIRST_STARTS = 3;
/** Questions under way, and their bytes: far more than a node has places for. */
const MOST_UNDER_WAY = 5_000;
const MOST_BYTES_UNDER_WAY = 64 * 1024 * 1024;
const OPENABLE_KEYS = 5_000;

/**
 * Holds the keys in a process of their own, which is started anew whenever it ends: what was asked of the one that ended is
 * asked of the next, since the same question has the same answer. Throws as `launchSigner` does where the first one cannot
 * be started.
 */
export async function startSignerProcess(
  place: SignerPlace,
  log: SignerLog,
  times: SignerTimes = SIGNER_TIMES,
): Promise<KeyHolder> {
  const firstChild = await launchFirst(place, times);
  const process = keepAlive(firstChild, { place, log, times });
  const ask = bounded(process.ask);
  return {
    masters: firstChild.masters,
    async seal(secret, { owner, purpose }) {
      return String(await ask('seal', secret, owner, purpose));
    },
    open: (sealed, { owner, purpose }) => ask('open', sealed, owner, purpose),
    async trouble(key) {
      if (process.knowsOpenable(nameOf(key))) return null;
      try {
        const trouble = String(await ask('trouble', ...partsOfKey(key)));
        if (trouble !== '') return trouble;
        process.noteOpenable(nameOf(key));
        return null;
      } catch (error) {
        return error instanceof Error ? error.message : 'the signer process did not answer';
      }
    },
    sign: (key, bytes) => ask('sign', bytes, ...partsOfKey(key)),
    isAway: process.isAway,
    lost: process.lost,
    close: process.close,
  };
}

async function launchFirst(place: SignerPlace, times: SignerTimes): Promise<SignerChild> {
  for (let starts = 1; ; starts += 1) {
    try {
      return await launchSigner(place, times);
    } catch (error) {
      if (!(error instanceof ChildEnded) || starts === MOST_FIRST_STARTS) throw error;
    }
  }
}

function partsOfKey({ binding, certificateId, sealedPrivateKey, publicKeySpki }: SealedKey) {
  return [certificateId, sealedPrivateKey, publicKeySpki, binding.owner, binding.purpose] as const;
}

type Ask = (name: string, ...parts: readonly (string | Uint8Array)[]) => Promise<Buffer>;

/** Refuses questions beyond what may be under way, so that a process that hangs does not fill the memory. */
function bounded(ask: Ask): Ask {
  let [underWay, bytesUnderWay] = [0, 0];
  return async (name, ...parts) => {
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    if (underWay >= MOST_UNDER_WAY || bytesUnderWay + bytes > MOST_BYTES_UNDER_WAY)
      throw new Error('too much is asked of the signer process');
    underWay += 1;
    bytesUnderWay += bytes;
    try {
      return await ask(name, ...parts);
    } finally {
      underWay -= 1;
      bytesUnderWay -= bytes;
    }
  };
}

function keepAlive(firstChild: SignerChild, parts: Parts) {
  const { log, times } = parts;
  const stopping = new AbortController();
  let living: Living | null = livingIn(firstChild);
  let next = Promise.withResolvers<void>();
  const failures = createFailures(parts);

  /** One that has begun is followed at once: it did not end because of how it was started. */
  async function another(): Promise<Living | null> {
    for (let pauseMs = times.firstPauseMs; !stopping.signal.aborted; pauseMs *= 2) {
      const launched = await relaunch(parts, failures);
      if (launched !== null) return launched;
      const waitMs = Math.min(pauseMs, times.longestPauseMs);
      await sleep(waitMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
    }
    return null;
  }

  async function watch(): Promise<void> {
    while (living !== null) {
      const reason = await living.child.ended;
      living = null;
      if (stopping.signal.aborted) return;
      log.warn('signer_process_ended', { reason });
      living = await another();
      if (stopping.signal.aborted) await living?.child.close();
      next.resolve();
      next = Promise.withResolvers();
    }
  }

  const watching = watch();
  return {
    isAway: failures.isAway,
    lost: failures.lost,
    knowsOpenable: (name: string) => living?.openable.get(name) === true,
    noteOpenable: (name: string) => living?.openable.set(name, true),
    ask: askingTwice(
      async () => {
        const present = () => living?.child ?? null;
        if (present() !== null) return present();
        const late = sleep(times.patienceMs, 'late' as const, { ref: false });
        // The next one may have ended, too, before anybody could ask it.
        while (present() === null && !stopping.signal.aborted)
          if ((await Promise.race([next.promise, late])) === 'late') return null;
        return present();
      },
      (child) => {
        if (living?.child === child) living = null;
      },
    ),
    async close() {
      stopping.abort();
      await living?.child.close();
      await watching;
    },
  };
}

/** What is known of starts that fail, one after the other. */
function createFailures({ log, times }: Parts) {
  const lost = Promise.withResolvers<string>();
  let last: string | null = null;
  let sinceMs = 0;
  return {
    isAway: () => last !== null,
    lost: lost.promise,
    forget() {
      last = null;
    },
    note(reason: string) {
      if (last === null) sinceMs = performance.now();
      if (last !== reason) log.warn('signer_process_not_started', { reason });
      last = reason;
      if (performance.now() - sinceMs > times.mostAwayMs) lost.resolve(reason);
    },
  };
}

/** Null where it cannot be started now. */
async function relaunch(
  { place, log, times }: Parts,
  failures: ReturnType<typeof createFailures>,
): Promise<Living | null> {
  try {
    const child = await launchSigner(place, times);
    failures.forget();
    log.warn('signer_process_started', {});
    return livingIn(child);
  } catch (error) {
    failures.note(error instanceof Error ? error.message : String(error));
    return null;
  }
}

function livingIn(child: SignerChild): Living {
  return { child, openable: createRecent(OPENABLE_KEYS) };
}

/** Asks whichever process there is; `onEnded` is told at once of one that ended, and the next one is asked the same. */
function askingTwice(present: () => Promise<SignerChild | null>, onEnded: (child: SignerChild) => void): Ask {
  return async (name, ...parts) => {
    for (let tries = 1; ; tries += 1) {
      const child = await present();
      if (child === null) throw new Error('there is no signer process');
      try {
        const [answer = Buffer.alloc(0)] = await child.ask(name, ...parts);
        return answer;
      } catch (error) {
        if (!(error instanceof ChildEnded) || tries >= MOST_TRIES) throw error;
        onEnded(child);
      }
    }
  };
}
