import { callFunction } from '../connection/function-call.ts';
import type { Client, Pool } from '../connection/pool.ts';
import type { Statement } from '../connection/transaction.ts';
import { type LogPlace, laterOf } from './log-place.ts';
import { readPosition, type SeenLog, writePosition } from './position-file.ts';

/** Where the database's log has come to, with the reconciliation that it counts from. */
export interface ReachedLog {
  readonly place: LogPlace;
  readonly epoch: string;
}

/** What a node has seen of the database's log, so that a database which has forgotten something is noticed. */
export interface LogWatch {
  /** The arguments of `log_standing`. */
  known(): readonly (string | null)[];
  /** A transaction that has written something was answered; `reached` was read in it. */
  note(reached: ReachedLog): void;
  /** Rejects with SQLSTATE SE010 where the database has forgotten something. */
  check(client: Client): Promise<void>;
  /** Why nothing is numbered; null where nothing was forgotten. */
  obstacle(): Promise<string | null>;
  /** Keeps what was seen last. */
  close(): Promise<void>;
}

/** So often at the most a node keeps what it has seen. */
const KEEP_EVERY_MS = 1_000;

const NOTHING = [null, null, null, null];

/** The watch of whoever remembers nothing: for it, the database alone says whether it goes on in the log that it was written in. */
export const UNWATCHED: LogWatch = {
  known: () => NOTHING,
  note: () => undefined,
  check: (client) => check(client, NOTHING),
  obstacle: async () => null,
  close: async () => undefined,
};

/** `folder` is where the node keeps what it has seen, outside the database. */
export function createLogWatch(pool: Pool, folder: string): LogWatch {
  let known = readPosition(folder);
  let keeping: NodeJS.Timeout | null = null;

  async function keep(): Promise<void> {
    keeping = null;
    const [reached] = await callFunction<ReachedLog>(pool, keepStatement(known));
    if (reached === undefined) throw new Error('the database kept no position');
    known = advanced(known, reached);
    known = { ...known, kept: laterOf(known.kept, reached.place) };
    await writePosition(folder, known);
  }

  // What could not be kept now is kept the next time.
  const tryToKeep = () => keep().catch(() => undefined);

  return {
    known: () => valuesOf(known),
    note(reached) {
      known = advanced(known, reached);
      keeping ??= setTimeout(tryToKeep, KEEP_EVERY_MS).unref();
    },
    check: (client) => check(client, valuesOf(known)),
    async obstacle() {
      const [standing] = await callFunction<{ readonly obstacle: string | null }>(pool, {
        name: 'log-obstacle',
        text: 'SELECT obstacle FROM log_standing($1, $2, $3, $4)',
        values: valuesOf(known),
      });
      return standing?.obstacle ?? null;
    },
    async close() {
      if (keeping === null) return;
      clearTimeout(keeping);
      await tryToKeep();
    },
  };
}

async function check(client: Client, values: readonly (string | null)[]): Promise<void> {
  await client.query({ name: 'check-log', text: 'SELECT check_log($1, $2, $3, $4)', values: [...values] });
}

function keepStatement(known: SeenLog): Statement {
  return {
    name: 'keep-position',
    text: 'SELECT place, epoch FROM keep_position($1, $2, $3, $4)',
    values: valuesOf(known),
  };
}

function valuesOf({ node, epoch, seen, kept }: SeenLog): readonly (string | null)[] {
  return [node, epoch, seen, kept];
}

/** Places of before a reconciliation are forgotten. */
function advanced(known: SeenLog, { place, epoch }: ReachedLog): SeenLog {
  if (known.epoch !== epoch) return { ...known, epoch, seen: place, kept: null };
  return { ...known, seen: laterOf(known.seen, place) };
}
