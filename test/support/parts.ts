import type { Ask } from './company-place.ts';

/** The number of the group that each part belongs to, of which each company is in one, by the number of the part. */
export async function groupsOfParts(ask: Ask): Promise<ReadonlyMap<string, number>> {
  const rows = await ask(
    `SELECT s.shardid::text AS part, row_number() OVER (PARTITION BY s.logicalrelid ORDER BY s.shardminvalue::bigint) AS place
     FROM pg_dist_shard s JOIN pg_dist_partition p ON p.logicalrelid = s.logicalrelid WHERE p.partmethod = 'h'`,
    [],
  );
  return new Map(rows.map((row) => [String(row['part']), Number(row['place'])]));
}

const PART = /_(\d{6,})\b/g;

/** The groups of the parts that a statement names. */
export function partsIn(statement: string, groups: ReadonlyMap<string, number>): readonly number[] {
  return [...statement.matchAll(PART)].flatMap(([, part]) => groups.get(part ?? '') ?? []);
}
