import pg from 'pg';
import { addressesOf } from '../../core/addresses/database-addresses.ts';
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
/**
 * Null on a standby, and on a server that takes no writes. The first eight digits of the file of its log are the timeline, of
 * which every promotion begins a new one.
 */
const QUESTION = `SELECT CASE WHEN pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean THEN NULL
  ELSE left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END AS timeline`;

interface AskedServer {
  readonly address: string;
  /** Null where it cannot be written to, or says nothing. */
  timeline(): Promise<string | null>;
  /** Why the last question had no answer; null where it had one. */
  silence(): string | null;
  drop(): void;
}

/** One server, with a connection that is kept between two questions. */
function askedServer(address: string): AskedServer {
  let kept: pg.Client | null = null;
  let silence: string | null = null;
  const drop = () => {
    kept?.connection.stream.destroy();
    kept = null;
  };
  const connected = async () => {
    if (kept !== null) return kept;
    kept = new pg.Client({
      ...connectionOf(address),
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    kept.on('error', drop);
    await kept.connect();
    return kept;
  };
  return {
    address,
    async timeline() {
      try {
        const client = await connected();
        const { rows } = await client.query<{ readonly timeline: string | null }>(QUESTION);
        silence = null;
        return rows[0]?.timeline ?? null;
      } catch (error) {
        silence = error instanceof Error ? error.message : String(error);
        drop();
        return null;
      }
    },
    silence: () => silence,
    drop,
  };
}

/** The watch of these servers; `moved` is told of another primary than the one before. */
function createWatch(addresses: readonly string[], moved: (address: string) => void): PrimaryWatch {
  const servers = addresses.map(askedServer);
  let primary: string | null = null;
  let isFresh = false;
  let latest = '';
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const told = await Promise.all(
      servers.map(async (server) => ({ address: server.address, timeline: await server.timeline() })),
    );
    const [best] = told
      .flatMap(({ address, timeline }) => (timeline === null ? [] : [{ address, timeline }]))
      .filter(({ timeline }) => timeline >= latest)
      .sort((one, other) => (one.timeline < other.timeline ? 1 : -1));
    isFresh = best !== undefined;
    if (best === undefined) return;
    latest = best.timeline;
    const before = primary;
    primary = best.address;
    if (before !== primary) moved(primary);
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
      if (!isFresh) await lookOnce();
      if (!isFresh || primary === null) throw new NoPrimary(reasonOf(servers));
      return primary;
    },
    doubt() {
      isFresh = false;
    },
    async close() {
      clearInterval(timer);
      await looking;
      for (const server of servers) server.drop();
    },
  };
}

function reasonOf(servers: readonly AskedServer[]): string {
  const told = servers.map(
    (server) => `${new URL(server.address).host}: ${server.silence() ?? 'a standby, or read-only'}`,
  );
  return `No PostgreSQL server in DATABASE_URL can be written to (${told.join('; ')}).`;
}

/** Who watches the same servers in one process shares the questions. */
const WATCHES = new Map<string, { readonly watch: PrimaryWatch; readonly listeners: Set<Listener> }>();

type Listener = (address: string) => void;

/**
 * Watches the servers of an address that names several: the one that can be written to and is in the latest timeline is the
 * primary, so that an old one which goes on answering is left as soon as another one has been promoted. `moved` is told when
 * it is another one.
 */
export function watchPrimary(databaseUrl: string, moved: Listener): PrimaryWatch {
  const listeners = WATCHES.get(databaseUrl)?.listeners ?? new Set<Listener>();
  const watch =
    WATCHES.get(databaseUrl)?.watch ??
    createWatch(addressesOf(databaseUrl), (address) => {
      for (const listener of listeners) listener(address);
    });
  WATCHES.set(databaseUrl, { watch, listeners });
  listeners.add(moved);
  return {
    current: watch.current,
    doubt: watch.doubt,
    async close() {
      listeners.delete(moved);
      if (listeners.size > 0) return;
      WATCHES.delete(databaseUrl);
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
