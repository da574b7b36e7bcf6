import type { Client, Pool } from '../../src/storage/connection/pool.ts';
import { withClients } from './storage-bench.ts';

/** A pool that knows what goes over its connections. */
export interface WatchedPool extends Pool {
  /** The statements so far, by their names; those without one by their texts. */
  readonly statements: readonly string[];
  /** Connections that were in use at the same time, at the most. */
  most(): number;
}

export function watchedPool(pool: Pool): WatchedPool {
  const statements: string[] = [];
  const [connect, most] = countingConnect(withClients(pool, (client) => noteStatements(client, statements)));
  return { ...pool, connect, statements, most };
}

function noteStatements(client: Client, statements: string[]): void {
  const query = client.query.bind(client);
  Object.assign(client, {
    query: (...args: Parameters<typeof query>) => {
      statements.push(nameOf(args[0]));
      return query(...args);
    },
  });
}

function nameOf(statement: unknown): string {
  if (typeof statement !== 'object' || statement === null) return String(statement);
  const { name, text }: { readonly name?: unknown; readonly text?: unknown } = statement;
  return String(name ?? text);
}

function countingConnect({ connect }: Pool): readonly [Pool['connect'], () => number] {
  let [inUse, most] = [0, 0];
  const counting = async () => {
    const client = await connect();
    inUse += 1;
    most = Math.max(most, inUse);
    // The pool gives a client its release anew at every use.
    const { release } = client;
    client.release = (error) => {
      inUse -= 1;
      release(error);
    };
    return client;
  };
  return [counting, () => most];
}
