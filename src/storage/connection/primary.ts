import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { addressesOf, withParameters } from '../../core/addresses/database-addresses.ts';
import { connectionOf } from './connection.ts';

/** None of several servers that stand for one another says that it can be written to. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
}

/** Knows which of several servers is the primary. */
export interface PrimaryWatch {
  /** Its address. Rejects with NoPrimary. */
  current(): Promise<string>;
  /** Somebody has met a broken connection: what is known may not be so any more. */
  doubt(): void;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
const PATIENCE_MS = 2_000;
/** A server that is well answers long before; one whose machine is away must not keep the answers of the others from counting. */
const LOOK_WITHIN_MS = 500;
/** Nothing is known before the first look, which hears everybody out: to connect and to be answered. */
const FIRST_LOOK_WITHIN_MS = 2 * PATIENCE_MS;
/** How long it is believed that there is none, however many ask. */
const NOBODY_MS = 250;
/**
 * Null on a standby, and on a server that takes no writes. The first eight digits of the file of its log are the timeline, of
 * which every promotion begins a new one.
 */
const QUESTION = `SELECT CASE WHEN pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean THEN NULL
  ELSE left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END AS timeline`;

interface AskedServer {
  /** Null where it cannot be written to, or says nothing in time; what it says later is its answer to the next question. */
  timeline(withinMs: number): Promise<string | null>;
  /** Whether it still has to answer. */
  isAsked(): boolean;
  /** Why it is not the primary, where the latest timeline is this one. */
  excuse(latest: string): string;
  drop(): void;
}

/** One server, with a connection that is kept between two questions. */
function askedServer(address: string): AskedServer {
  let kept: pg.Client | null = null;
  let silence: string | null = null;
  let last: string | null = null;
  let asking: Promise<void> | null = null;
  let answer: string | null = null;
  const drop = (client: pg.Client | null) => {
    client?.connection.stream.destroy();
    // The end of a client may come when the next one is there already.
    if (kept === client) kept = null;
  };
  const connected = async () => {
    if (kept !== null) return kept;
    const client = new pg.Client({
      ...connectionOf(address),
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    kept = client;
    client.on('error', () => drop(client));
    await client.connect();
    return client;
  };
  async function ask(): Promise<void> {
    try {
      const client = await connected();
      const { rows } = await client.query<{ readonly timeline: string | null }>(QUESTION);
      silence = null;
      last = rows[0]?.timeline ?? null;
    } catch (error) {
      silence = error instanceof Error ? error.message : String(error);
      drop(kept);
    }
    answer = silence === null ? last : null;
    asking = null;
  }
  return {
    async timeline(withinMs) {
      asking ??= ask();
      await Promise.race([asking, sleep(withinMs, null, { ref: false })]);
      const told = answer;
      answer = null;
      return told;
    },
    isAsked: () => asking !== null,
    excuse(latest) {
      if (silence !== null) return silence;
      if (asking !== null) return 'no answer yet';
      return last !== null && last < latest ? 'on an older timeline' : 'a standby, or read-only';
    },
    drop: () => drop(kept),
  };
}

/** What is known of the servers of one installation, each by its place among them. */
interface ServerWatch {
  current(): Promise<number>;
  doubt(): void;
  close(): Promise<void>;
}

/** The watch of these servers; `moved` is told when another one is the primary, and when the same one was promoted anew. */
function createWatch(addresses: readonly string[], moved: () => void): ServerWatch {
  const servers = addresses.map(askedServer);
  let primary: number | null = null;
  let isFresh = false;
  let isClosed = false;
  let latest = '';
  let withinMs = FIRST_LOOK_WITHIN_MS;
  let nobodyMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const told = await Promise.all(servers.map((server) => server.timeline(withinMs)));
    withinMs = LOOK_WITHIN_MS;
    const [best] = told
      .flatMap((timeline, place) => (timeline === null ? [] : [{ place, timeline }]))
      .filter(({ timeline }) => timeline >= latest)
      .sort((one, other) => (one.timeline < other.timeline ? 1 : -1));
    if (best === undefined) {
      // One that is only slow to answer is the primary until it has answered otherwise.
      if (primary === null || servers[primary]?.isAsked() !== true) isFresh = false;
      nobodyMs = performance.now();
      return;
    }
    isFresh = true;
    // A machine that lost its power may be back at its address, whose connections of before answer nobody.
    const isMove = primary !== null && (primary !== best.place || latest < best.timeline);
    latest = best.timeline;
    primary = best.place;
    if (isMove) moved();
  }

  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
  const timer = setInterval(lookOnce, LOOK_EVERY_MS).unref();
  return {
    async current() {
      if (isClosed) throw new Error('Cannot ask for the primary after calling close on the watch');
      if (!isFresh && performance.now() - nobodyMs > NOBODY_MS) await lookOnce();
      if (!isFresh || primary === null) throw new NoPrimary(reasonOf(addresses, servers, latest));
      return primary;
    },
    doubt() {
      isFresh = false;
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await looking;
      for (const server of servers) server.drop();
    },
  };
}

function reasonOf(addresses: readonly string[], servers: readonly AskedServer[], latest: string): string {
  const told = servers.map(
    (server, place) => `${new URL(addresses[place] ?? '').host}: ${server.excuse(latest)}`,
  );
  return `No PostgreSQL server in DATABASE_URL can be written to (${told.join('; ')}).`;
}

type Listener = () => void;

/** Who watches the same servers in one process shares the questions. */
const WATCHES = new Map<string, { readonly watch: ServerWatch; readonly listeners: Set<Listener> }>();

/** One text for all ways in which the same address is written, with whatever name its connections have. */
function keyOf(databaseUrl: string): string {
  return withParameters(databaseUrl, (parameters) => {
    parameters.delete('application_name');
    parameters.sort();
  });
}

/**
 * Watches the servers of an address that names several: the one that can be written to and is in the latest timeline is the
 * primary, so that an old one which goes on answering is left as soon as another one has been promoted. `moved` is told when
 * it is another one, and when it is the same one and was promoted since: no connection of before leads to it.
 */
export function watchPrimary(databaseUrl: string, moved: Listener): PrimaryWatch {
  const key = keyOf(databaseUrl);
  const addresses = addressesOf(databaseUrl);
  const listeners = WATCHES.get(key)?.listeners ?? new Set<Listener>();
  const watch =
    WATCHES.get(key)?.watch ??
    createWatch(addresses, () => {
      for (const listener of listeners) listener();
    });
  WATCHES.set(key, { watch, listeners });
  listeners.add(moved);
  return {
    current: async () => addresses[await watch.current()] ?? databaseUrl,
    doubt: watch.doubt,
    async close() {
      listeners.delete(moved);
      if (listeners.size > 0) return;
      WATCHES.delete(key);
      await watch.close();
    },
  };
}

/** The address of the server that can be written to now; of one server, that of itself. Rejects with NoPrimary. */
export async function primaryOf(databaseUrl: string): Promise<string> {
  if (addressesOf(databaseUrl).length === 1) return databaseUrl;
  const watch = watchPrimary(databaseUrl, () => undefined);
  try {
    return await watch.current();
  } finally {
    await watch.close();
  }
}

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * A connection of one's own to the server that can be written to now; whoever asked for it ends it. Rejects with NoPrimary and
 * with what the driver says.
 */
export async function connectToPrimary(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionOf(await primaryOf(databaseUrl)),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A connection that breaks fails the statement under way; its event alone would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
