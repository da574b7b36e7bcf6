import type pg from 'pg';
import { addressesOf } from '../../core/addresses/database-addresses.ts';
import { watchPrimary } from './primary.ts';

/** Connections to the server that can be written to. */
export interface ServerPool {
  /** Rejects with what the driver says, and with NoPrimary. */
  connect(): Promise<pg.PoolClient>;
  /** How many somebody has at the moment, and how many wait for one. */
  use(): { readonly taken: number; readonly awaited: number };
  /** Waits for whoever has one. */
  end(): Promise<void>;
  /** Waits for nobody. */
  cut(): Promise<void>;
}

/** `open` makes the connections to one server; of several, those to a server that is not the primary any more are cut. */
export function createServerPool(databaseUrl: string, open: (address: string) => pg.Pool): ServerPool {
  return addressesOf(databaseUrl).length === 1
    ? toOne(open(databaseUrl))
    : toPrimary(databaseUrl, (address) => toOne(open(address)));
}

function toOne(pool: pg.Pool): ServerPool {
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  return {
    connect: () => pool.connect(),
    use: () => ({ taken: pool.totalCount - pool.idleCount, awaited: pool.waitingCount }),
    end: () => pool.end(),
    async cut() {
      for (const client of clients) client.connection.stream.destroy();
      await pool.end();
    },
  };
}

function toPrimary(databaseUrl: string, open: (address: string) => ServerPool): ServerPool {
  let place: { readonly address: string; readonly pool: ServerPool } | null = null;
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
  const watch = watchPrimary(databaseUrl, (address) => {
    if (place !== null && place.address !== address) void leave('cut');
  });
  return {
    async connect() {
      const pool = at(await watch.current());
      try {
        return await pool.connect();
      } catch (error) {
        watch.doubt();
        throw error;
      }
    },
    use: () => place?.pool.use() ?? { taken: 0, awaited: 0 },
    end: async () => void (await Promise.all([watch.close(), leave('end')])),
    cut: async () => void (await Promise.all([watch.close(), leave('cut')])),
  };
}
