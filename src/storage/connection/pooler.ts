import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/** What stands between a connection and the server's process behind it. */
export type Pooler = 'none' | 'translating' | 'plain';

/**
 * Recognises a pooler such as PgBouncer: it gives its clients process numbers of its own. One that is `translating`
 * keeps apart the prepared statements of those who take turns at a process (PgBouncer since 1.21 with
 * `max_prepared_statements`); with a `plain` one a statement's name belongs to whoever has the process at the time.
 */
export async function poolerOf(client: pg.ClientBase): Promise<Pooler> {
  const { rows } = await client.query<{ readonly pid: number }>('SELECT pg_backend_pid() AS pid');
  if ('processID' in client && client.processID === rows[0]?.pid) return 'none';
  return (await keepsNames(client)) ? 'plain' : 'translating';
}

/** Whether a statement's own name reaches the server, which a translating pooler replaces by one of its own. */
async function keepsNames(client: pg.ClientBase): Promise<boolean> {
  const name = `sello-${randomBytes(8).toString('hex')}`;
  await client.query('BEGIN');
  const { rowCount } = await client.query({
    name,
    text: `SELECT FROM pg_prepared_statements WHERE name = '${name}'`,
  });
  if (rowCount === 1) await client.query(`DEALLOCATE "${name}"`);
  await client.query('COMMIT');
  return rowCount === 1;
}

/** Takes the names from the statements of a client, so that each is prepared for its one use. */
export function withoutNames(client: pg.ClientBase): void {
  const { query } = client;
  Object.assign(client, {
    query: (statement: unknown, ...rest: readonly unknown[]) =>
      Reflect.apply(query, client, [nameless(statement), ...rest]),
  });
}

function nameless(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || !('name' in statement)) return statement;
  const { name: _, ...unnamed } = statement;
  return unnamed;
}
