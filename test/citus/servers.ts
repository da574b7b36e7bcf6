import type { Client, Pool } from '../../src/storage/connection/pool.ts';
import { partsIn } from '../support/parts.ts';
import { withClients } from '../support/storage-bench.ts';

/** What one statement of a node had the first server say to the others. */
export interface PassedOn {
  /** The statement's name, or its text. */
  readonly statement: string;
  /** The groups of parts that it reached, of which each company is in one. */
  readonly groups: ReadonlySet<number>;
  readonly texts: readonly string[];
}

/** The same pool; what its statements have passed on is told. */
export function listenedTo(
  pool: Pool,
  groups: ReadonlyMap<string, number>,
  told: (passed: PassedOn) => void,
): Pool {
  return withClients(pool, (client) => listen(client, groups, told));
}

function listen(client: Client, groups: ReadonlyMap<string, number>, told: (passed: PassedOn) => void): void {
  const query = client.query.bind(client);
  let heard: string[] = [];
  client.on('notice', ({ message }) => {
    if (message?.startsWith('issuing ') === true) heard.push(message);
  });
  let isListening = false;
  const answered = async (...args: Parameters<typeof query>) => {
    if (!isListening) await query('SET citus.log_remote_commands = on');
    isListening = true;
    heard = [];
    try {
      return await query(...args);
    } finally {
      const reached = new Set(heard.flatMap((text) => partsIn(text, groups)));
      if (reached.size > 0) told({ statement: nameOf(args[0]), groups: reached, texts: heard });
    }
  };
  Object.assign(client, { query: answered });
}

function nameOf(statement: unknown): string {
  if (typeof statement !== 'object' || statement === null) return String(statement);
  const { name, text }: { readonly name?: unknown; readonly text?: unknown } = statement;
  return String(name ?? text);
}
