import type { WatchedStanding } from '../../operations/installation/metrics-ports.ts';
import { callFunction } from '../connection/function-call.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { FailedOver, type Statement, sqlState } from '../connection/transaction.ts';
import { laterOf, type ReachedLog } from './log-place.ts';
import { createLookBack, type FailOver, FORGOTTEN, type LookBack, type Numbered } from './look-back.ts';
import { readPosition, type SeenLog, writePosition } from './position-file.ts';

/** What a node has seen of the database's log, so that a database which has forgotten something is noticed. */
export interface LogWatch {
  /** The arguments of `log_standing`; the node's clock is read when the statement leaves. */
  known(): readonly unknown[];
  /** A transaction that has numbered this document was answered; `reached` was read in it. */
  note(reached: ReachedLog, numbered: Numbered): void;
  /**
   * Rejects with SQLSTATE SE010 where the database has forgotten something, SE011 where its clock is not the node's, and
   * FailedOver where the same goes well now.
   */
  check(client: Client): Promise<void>;
  /** Looks whether what the node has seen last is in a database that goes on in another log, and goes on there. */
  readonly lookBack: LookBack['lookBack'];
  /** Whether anything may be numbered, and how the two clocks stand. */
  standing(): Promise<WatchedStanding>;
  /** How far the database's clock was ahead of the node's when they were compared last; 0 before that. */
  clockAheadMs(): number;
  /** Keeps what was seen last. */
  close(): Promise<void>;
}

/** So often at the most a node keeps what it has seen. */
const KEEP_EVERY_MS = 1_000;

const NOTHING = [null, null, null, null, null];

/**
 * The watch of whoever remembers nothing and has no clock to compare: for it, the database alone says whether it goes on in
 * the log that it was written in.
 */
export const UNWATCHED: LogWatch = {
  known: () => NOTHING,
  note: () => undefined,
  check: (client) => check(client, NOTHING),
  lookBack: async () => false,
  standing: async () => ({ refusal: null, clockAheadMs: null }),
  clockAheadMs: () => 0,
  close: async () => undefined,
};

/**
 * `folder` is where the node keeps what it has seen, outside the database; `now` is its clock on the wall. Without
 * `failOver`, the operator's reconciliation is waited for in every other log.
 */
export function createLogWatch(
  pool: Pool,
  folder: string,
  now: () => number,
  failOver: FailOver | null = null,
): LogWatch {
  let known = readPosition(folder);
  let keeping: NodeJS.Timeout | null = null;
  let clockAheadMs = 0;
  // The driver asks for it when it writes the statement to the connection.
  const reading = { toPostgres: () => String(now()) };
  const values = () => [...valuesOf(known), reading];
  const goOn = (reached: ReachedLog) => {
    known = advanced(known, reached);
  };
  const { note, lookBack } = createLookBack({ pool, failOver, known: values, goOn });

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
    known: values,
    note(reached, numbered) {
      note(numbered);
      known = advanced(known, reached);
      clockAheadMs = reached.clockAheadMs ?? clockAheadMs;
      keeping ??= setTimeout(tryToKeep, KEEP_EVERY_MS).unref();
    },
    async check(client) {
      try {
        await check(client, values());
      } catch (error) {
        if (sqlState(error) !== FORGOTTEN || !(await lookBack())) throw error;
        throw new FailedOver('the database has failed over');
      }
    },
    lookBack,
    async standing() {
      const standing = await readStanding(pool, values());
      clockAheadMs = standing.clock_ahead_ms;
      const refusal = standing.refusal === null ? null : REFUSALS[standing.refusal];
      return { refusal: refusal === 'forgot' && (await lookBack()) ? null : refusal, clockAheadMs };
    },
    clockAheadMs: () => clockAheadMs,
    async close() {
      if (keeping === null) return;
      clearTimeout(keeping);
      await tryToKeep();
    },
  };
}

async function readStanding(pool: Pool, values: readonly unknown[]): Promise<StandingRow> {
  const [standing] = await callFunction<StandingRow>(pool, {
    name: 'log-standing',
    text: 'SELECT refusal, clock_ahead_ms FROM log_standing($1, $2, $3, $4, $5)',
    values,
  });
  if (standing === undefined) throw new Error('the database said nothing of its log');
  return standing;
}

interface StandingRow {
  readonly refusal: keyof typeof REFUSALS | null;
  readonly clock_ahead_ms: number;
}

const REFUSALS = { SE010: 'forgot', SE011: 'clocks_apart' } as const;

async function check(client: Client, values: readonly unknown[]): Promise<void> {
  const text = 'SELECT check_log($1, $2, $3, $4, $5)';
  await client.query({ name: 'check-log', text, values: [...values] });
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
