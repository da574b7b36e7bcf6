import type pg from 'pg';
import { addressesOf } from '../../core/addresses/database-addresses.ts';
import { noteConnectionError } from './connection-errors.ts';
import { watchPrimary } from './primary.ts';

/** Where connections come from. */
export interface Connections {
  /** Rejects with what the driver says, and with NoPrimary. */
  connect(): Promise<pg.PoolClient>;
}

/** Connections to the server that can be written to. */
export interface ServerPool extends Connections {
  /** How many somebody has at the moment, and how many wait for one. */
  use(): { readonly taken: number; readonly awaited: number };
  /** Waits for whoever has one. */
  end(): Promise<void>;
  /** Waits for nobody. */
  cut(): Promise<void>;
}

/**
 * `open` makes the connections to one server. Of several servers, those are cut that lead to one which is not the primary any
 * more, or was promoted since they were made.
 */
export function createServerPool(databaseUrl: string, open: (address: string) => pg.Pool): ServerPool {
  return addressesOf(databaseUrl).length === 1
    ? toOne(open(databaseUrl))
    : toPrimary(databaseUrl, (address) => toOne(open(address)));
}

function toOne(pool: pg.Pool): ServerPool {
  const clients = new Set<pg.PoolClient>();
  const waiting = new Set<(reason: Error) => void>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  return {
    connect() {
      const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
      waiting.add(reject);
      // The pool goes on making a connection that it has begun, also when it was cut meanwhile.
      pool.connect().then(
        (client) => (waiting.delete(reject) ? resolve(client) : client.release(true)),
        (error: unknown) => {
          waiting.delete(reject);
          noteConnectionError(error);
          reject(error);
        },
      );
      return promise;
    },
    use: () => ({ taken: pool.totalCount - pool.idleCount, awaited: pool.waitingCount }),
    end: () => pool.end(),
    async cut() {
      for (const reject of waiting)
        reject(new Error('Connection terminated: the server is the primary no more'));
      waiting.clear();
      for (const client of clients) client.connection.stream.destroy();
      await pool.end();
    },
  };
}

function toPrimary(databaseUrl: string, open: (address: string) => ServerPool): ServerPool {
  let place: { readonly address: string; readonly pool: ServerPool } | null = null;
  let isClosed = false;
  const leave = async (how: 'end' | 'cut') => {
    const left = place;
    place = null;
    await left?.pool[how]();
  };
  const at = (address: string): ServerPool => {
    if (place?.address === address) return place.pool;
    // Whoever waits there for an answer would wait for one that does not count.
    void leave('cut');
    place = { address, pool: open(address) };
    return place.pool;
  };
  const watch = watchPrimary(databaseUrl, () => void leave('cut'));
  const close = async (how: 'end' | 'cut') => {
    isClosed = true;
    await Promise.all([watch.close(), leave(how)]);
  };
  async function connect(again: boolean): Promise<pg.PoolClient> {
    if (isClosed) throw afterEnd();
    const address = await watch.current();
    if (isClosed) throw afterEnd();
    const pool = at(address);
    try {
      return await pool.connect();
    } catch (error) {
      // What a server says that was left meanwhile is no news of the one that stands in its place.
      if (place?.pool === pool) watch.doubt();
      else if (!again) return await connect(true);
      throw error;
    }
  }
  return {
    connect: () => connect(false),
    use: () => place?.pool.use() ?? { taken: 0, awaited: 0 },
    end: () => close('end'),
    cut: () => close('cut'),
  };
}

/** The words of the driver for one server. */
function afterEnd(): Error {
  return new Error('Cannot use a pool after calling end on the pool');
}
