import type { SpreadFacts, SpreadServer } from '../../operations/installation/distribution-ports.ts';
import { connectToPrimary } from '../connection/primary.ts';
import { isSpread, leftOf } from './distribute.ts';
import { ask } from './step.ts';
import { spreadable } from './tables.ts';

/** How the database is spread; null where it is on one server. */
export async function readSpreadFacts(databaseUrl: string): Promise<SpreadFacts | null> {
  const client = await connectToPrimary(databaseUrl);
  try {
    if (!(await isSpread(client))) return null;
    await client.query('SET search_path = public');
    const apart = await ask<{ readonly name: string }>(
      client,
      `SELECT c.relname AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
       WHERE c.relname = ANY ($1) AND p.colocationid IS DISTINCT FROM
         (SELECT d.colocationid FROM pg_dist_partition d WHERE d.logicalrelid = 'documents'::regclass) ORDER BY 1`,
      [await spreadable(client)],
    );
    return {
      servers: await ask<SpreadServer & Readonly<Record<string, unknown>>>(client, SERVERS, [OF_EACH]),
      apart: apart.map(({ name }) => name),
      left: await leftOf(client),
    };
  } finally {
    await client.end();
  }
}

/** What a server says of itself: its clock, and whether its commits wait. */
const OF_EACH = `SELECT json_build_object('at', extract(epoch FROM clock_timestamp()) * 1000,
  'waits', current_setting('synchronous_standby_names') <> '')`;

const SERVERS = `SELECT n.nodename || ':' || n.nodeport AS name, n.groupid = 0 AS "isFirst", n.isactive AS "isActive",
    (SELECT count(*)::integer FROM citus_shards s WHERE s.nodename = n.nodename AND s.nodeport = n.nodeport
       AND s.citus_table_type = 'distributed') AS parts,
    round((told.answer ->> 'at')::numeric - extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "clockAheadMs",
    (told.answer ->> 'waits')::boolean AS "commitsWait"
  FROM pg_dist_node n LEFT JOIN LATERAL (
    SELECT CASE WHEN r.success THEN r.result::json END AS answer FROM run_command_on_all_nodes($1) AS r
    WHERE r.nodeid = n.nodeid) AS told ON true
  WHERE n.noderole = 'primary' ORDER BY n.groupid, n.nodeid`;
