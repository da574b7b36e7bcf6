import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { withParameters } from '../../core/addresses/database-addresses.ts';
import { hearCancelledWaits } from './commit-wait.ts';
import { addressOfServer, connectionOf } from './connection.ts';
import { noteConnectionError } from './connection-errors.ts';
import { meet, nearest, type OtherServer } from './other-server.ts';
import { poolerOf, withoutNames } from './pooler.ts';
import { type Connections, createServerPool, type ServerPool } from './server-pool.ts';

export type Client = pg.PoolClient;

export interface PoolOptions {
  readonly databaseUrl: string;
  /** Connections at the most; every transaction is short, because none is held across a network call. */
  readonly connections: number;
  /** The pass of a company or of the queues; without it, only a login that can become the operator sees anything. */
  readonly passOf?: PassOf | undefined;
  /** The names of the master keys that the process opens secrets with, where it goes on with them for long. */
  readonly masters?: readonly string[] | undefined;
  /** Told about connections that break while idle; they are replaced by themselves. */
  readonly onIdleError: (error: Error) => void;
  /** Told once, until it is reached, of a server that has companies and cannot be reached from here, and why. */
  readonly onDetour?: (server: string, error: Error) => void;
}

/**
 * A connection that nobody needed for so long is closed. What a session has planned is worth more than its memory for a minute; one
 * that does not say which master keys its process knows is in the way of another one.
 */
const [IDLE_MS, SHORT_IDLE_MS] = [60_000, 10_000];

/** By which the database knows the connections of this process from those of every other Sello. */
export const APPLICATION = `sello ${randomBytes(6).toString('hex')}`;

/** What proves to the database that a transaction may act for a scope: a company's id, or `QUEUES`. */
export type PassOf = (scope: string) => string;

/** The scope of what looks across companies. */
export const QUEUES = 'queues';

/** As which of the two roles of the schema transactions act; never as the login that owns the tables. */
export type DatabaseRole = 'sello_service' | 'sello_operator';

/**
 * Connections that carry nothing of one transaction into the next, so that a pooler may hand them to others between
 * two: the role and the company of a transaction end with it (`transaction.ts`), and a function of the schema that is
 * called alone acts as the role that its definition names.
 */
export interface Pool extends Connections {
  readonly role: DatabaseRole;
  readonly passOf: PassOf;
  /** For what another server of the database carries out whole, which has the same logins: without the first one where that can be. */
  wayTo(server: OtherServer): Connections;
  /** How many connections somebody has at the moment, of how many at the most, and how many wait for one. */
  use(): { readonly taken: number; readonly most: number; readonly awaited: number };
  end(): Promise<void>;
}

export function createPool(role: DatabaseRole, options: PoolOptions): Pool {
  const name = [APPLICATION, ...(options.masters ?? [])].join(' ');
  // A name in the address would stand in place of ours.
  const databaseUrl = withParameters(options.databaseUrl, (parameters) =>
    parameters.delete('application_name'),
  );
  const open = (address: string, greet: (client: pg.ClientBase) => Promise<void>) => {
    const opened = new pg.Pool({
      ...connectionOf(address),
      max: options.connections,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: options.masters === undefined ? SHORT_IDLE_MS : IDLE_MS,
      application_name: name,
      onConnect: greet,
    });
    return opened.on('error', options.onIdleError);
  };
  const pool = createServerPool(databaseUrl, (address) => open(address, prepare));
  const others: ServerPool[] = [];
  return {
    role,
    passOf: options.passOf ?? (() => ''),
    connect: pool.connect,
    wayTo(server) {
      const own = createServerPool(addressOfServer(databaseUrl, server), (address) =>
        open(address, async (client) => {
          await prepare(client);
          await meet(client, server, pool);
        }),
      );
      others.push(own);
      const onDetour = (error: Error) => options.onDetour?.(`${server.host}:${server.port}`, error);
      return nearest({ own, first: pool, onDetour });
    },
    use: () => ({ ...pool.use(), most: options.connections }),
    end: async () => {
      await Promise.all([pool, ...others].map((one) => one.end()));
    },
  };
}

/**
 * A connection that breaks while a transaction has it fails that transaction's statements; without a listener its
 * event would end the process.
 */
async function prepare(client: pg.ClientBase): Promise<void> {
  client.on('error', noteConnectionError);
  hearCancelledWaits(client);
  if ((await poolerOf(client)) === 'plain') withoutNames(client);
}
