import pg from 'pg';
import type { Client, Pool } from '../../src/storage/connection/pool.ts';
import type { BenchPostgres } from '../rig/postgres.ts';

/** A statement as it was carried out, within a function or by itself. */
export interface Plan {
  /** What the service was doing. */
  readonly doing: string;
  /** On one line. */
  readonly statement: string;
  readonly ms: number;
  /** Pages that it touched, of 8 KiB, with those of what it called. */
  readonly pages: number;
  /** `index on table`, or a table that was read from end to end. */
  readonly ways: readonly string[];
  /** As PostgreSQL tells it. */
  readonly text: string;
}

/** A pool of one connection whose statements are explained while somebody looks. */
export interface Explained extends Pool {
  /** Does something until its plans are settled, and then once more for the plans. */
  explain(doing: string, work: () => Promise<unknown>): Promise<readonly Plan[]>;
}

/** Plans are made at the first calls, pages are brought in, and the functions' own caches are filled. */
const REHEARSALS = 3;

/** The statements of the functions too, by `auto_explain`, which tells them as notices. */
export async function openExplained({ url }: BenchPostgres, role: Pool['role']): Promise<Explained> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const client = await pool.connect();
  const notices: string[] = [];
  client.on('notice', ({ message }) => message !== undefined && notices.push(message));
  await client.query(`LOAD 'auto_explain'; SET auto_explain.log_level = 'notice'; SET auto_explain.log_analyze = on;
    SET auto_explain.log_buffers = on; SET auto_explain.log_nested_statements = on`);
  const version = Number(Reflect.get(client, 'serverVersion') ?? 0);
  if (version >= 160_000) await client.query('SET auto_explain.log_parameter_max_length = 0');
  const lent = lentOut(client);
  return {
    role,
    passOf: () => '',
    connect: async () => lent,
    wayTo: () => ({ connect: async () => lent }),
    use: () => ({ taken: 1, most: 1, awaited: 0 }),
    end: async () => {
      client.release();
      await pool.end();
    },
    async explain(doing, work) {
      for (let turn = 0; turn < REHEARSALS; turn += 1) await work();
      await client.query('SET auto_explain.log_min_duration = 0');
      notices.length = 0;
      await work();
      const told = notices.splice(0);
      await client.query('SET auto_explain.log_min_duration = -1');
      return told.flatMap((text) => planIn(doing, text));
    },
  };
}

/** The same connection, which stays here when it is given back. */
function lentOut(client: Client): Client {
  return new Proxy(client, {
    get: (target, name) => {
      if (name === 'release') return () => undefined;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const TOLD = /^duration: ([\d.]+) ms {2}plan:\nQuery Text: ([\s\S]*?)\n(?=\S.*\(cost=)([\s\S]*)$/;
const INDEX =
  /(?:Index (?:Only )?Scan(?: Backward)? using (\w+) on (\w+)|Bitmap Index Scan on (\w+)|(Seq Scan) on (\w+))/g;
const BUFFERS = /Buffers: shared((?: \w+=\d+)+)/;
const HIT_OR_READ = /(?:hit|read)=(\d+)/g;

/** The plan in a notice; none where it is another notice, or the outermost statement only called a function. */
function planIn(doing: string, notice: string): readonly Plan[] {
  const [, ms, query, text] = TOLD.exec(notice) ?? [];
  if (ms === undefined || query === undefined || text === undefined) return [];
  const ways = [...text.matchAll(INDEX)].map(([, index, table, bitmap, sequential, whole]) =>
    sequential === undefined ? (bitmap ?? `${index}`) : `all of ${whole ?? table}`,
  );
  const pages = [...(BUFFERS.exec(text)?.[1] ?? '').matchAll(HIT_OR_READ)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  const statement = query.replaceAll(/\s+/g, ' ').trim();
  return [{ doing, statement, ms: Number(ms), pages, ways: [...new Set(ways)], text }];
}
