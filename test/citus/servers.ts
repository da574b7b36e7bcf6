import type { Client, Pool } from '../../src/storage/connection/pool.ts';
import type { StorageBench } from '../support/storage-bench.ts';
import { withClients } from '../support/storage-bench.ts';

/** What one statement of a node had the first server say to the others. */
export interface PassedOn {
  /** The statement's name, or its text. */
  readonly statement: string;
  /** The groups of parts that it reached, of which each company is in one. */
  readonly groups: ReadonlySet<number>;
  readonly texts: readonly string[];
}

/** The number of the group that each part belongs to, by the number of the part. */
export async function groupsOfParts(bench: StorageBench): Promise<ReadonlyMap<string, number>> {
  const rows = await bench.asSuperuser(
    `SELECT s.shardid::text AS part, row_number() OVER (PARTITION BY s.logicalrelid ORDER BY s.shardminvalue::bigint) AS place
     FROM pg_dist_shard s JOIN pg_dist_partition p ON p.logicalrelid = s.logicalrelid WHERE p.partmethod = 'h'`,
  );
  return new Map(rows.map((row) => [String(row['part']), Number(row['place'])]));
}

/** The same pool; what its statements have passed on is told. */
export function listenedTo(
  pool: Pool,
  groups: ReadonlyMap<string, number>,
  told: (passed: PassedOn) => void,
): Pool {
  return withClients(pool, (client) => listen(client, groups, told));
}

const PART = /_(\d{6,})\b/g;

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
      const parts = heard.flatMap((text) =>
        [...text.matchAll(PART)].map(([, part]) => groups.get(part ?? '')),
      );
      const reached = new Set(parts.filter((place) => place !== undefined));
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
