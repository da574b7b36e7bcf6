import { serverOf } from '../../support/company-place.ts';
import type { Violation } from '../options.ts';
import type { Rig } from '../rig.ts';

/** With fewer, chance may put all of them on one server. */
const MANY = 20;

/** On which servers each company's documents lie, as the servers themselves say. */
export async function lookForDocuments({ postgres }: Rig): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const rows = await postgres.sql(
    `SELECT n.nodeport AS port, r.success, r.result FROM run_command_on_shards('documents', $1) AS r
     JOIN pg_dist_placement p ON p.shardid = r.shardid
     JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'`,
    [`SELECT coalesce(string_agg(DISTINCT company_id::text, ' '), '') FROM %s`],
  );
  const servers = new Map<string, Set<number>>();
  for (const { port, success, result } of rows) {
    if (success !== true) throw new Error(`a part did not tell its companies: ${result}`);
    for (const companyId of String(result).split(' ').filter(Boolean))
      servers.set(companyId, (servers.get(companyId) ?? new Set()).add(Number(port)));
  }
  return servers;
}

/** Each company's documents are on one server, and those of many companies on both. */
export async function judgePlaces(rig: Rig) {
  const found = await lookForDocuments(rig);
  const violations: Violation[] = [];
  for (const { companyId } of rig.companies) {
    const servers = [...(found.get(companyId) ?? [])];
    if (servers.length !== 1 || servers[0] !== (await serverOf(rig.postgres.sql, companyId)))
      violations.push({ rule: 'not on one server', what: `${companyId} is on ${servers.join(', ')}` });
  }
  const ports = [...found.values()].flatMap((servers) => [...servers]);
  const counts = [...Map.groupBy(ports, (port) => port).values()].map(({ length }) => length);
  if (rig.companies.length >= MANY && counts.length < 2)
    violations.push({ rule: 'not on both servers', what: `${counts}` });
  return { figures: { companies_by_server: counts.join(' ') }, violations };
}
