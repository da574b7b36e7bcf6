import { table } from '../figures/markdown.ts';
import type { BenchPostgres } from '../rig/postgres.ts';
import type { Plan } from './plans.ts';

const INDEXES = `
  SELECT i.relname AS "table", i.indexrelname AS name, i.idx_scan AS scans, pg_relation_size(i.indexrelid) AS bytes,
    x.indisunique AS is_unique, s.n_live_tup AS rows
  FROM pg_stat_user_indexes i JOIN pg_index x USING (indexrelid) JOIN pg_stat_user_tables s ON s.relid = i.relid
  WHERE i.schemaname = 'public' AND i.relname <> 'schema_migrations' ORDER BY bytes DESC, name`;

/** Each index with what it weighs and who used it; those that nobody used and that keep nothing unique stand out. */
export async function indexTable({ sql }: BenchPostgres, plans: readonly Plan[]): Promise<string> {
  const rows = await sql(INDEXES);
  return table(
    ['index', 'MB', 'scans', 'keeps unique', 'used to'],
    rows.map((row) => {
      const name = String(row['name']);
      const users = new Set(plans.filter(({ ways }) => ways.includes(name)).map(({ doing }) => doing));
      const isIdle = Number(row['scans']) === 0 && users.size === 0 && row['is_unique'] !== true;
      return [
        isIdle ? `**${name}**` : name,
        (Number(row['bytes']) / 1e6).toFixed(1),
        Number(row['scans']).toLocaleString('en'),
        row['is_unique'] === true ? 'yes' : '',
        [...users].join(', '),
      ];
    }),
  );
}
