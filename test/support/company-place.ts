import { isRepeatable } from '../../src/storage/connection/transaction.ts';

/** Asks a statement of the first server. */
export type Ask = (
  text: string,
  values: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** The server that has a part, by its port. */
const PART_OF = `SELECT n.nodeport AS port FROM pg_dist_placement p
  JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
  WHERE p.shardid = get_shard_id_for_distribution_column('documents', $1::uuid)`;

/** On which server a company's rows have to be, by its port. */
export async function serverOf(ask: Ask, companyId: string): Promise<number> {
  const [row] = await ask(PART_OF, [companyId]);
  return Number(row?.['port']);
}

/**
 * Moves the part with this company from its server to another one, as docs/scale.md says it; answers where it was and is. Started
 * again where the calls of others stood in its way.
 */
export async function move(ask: Ask, companyId: string): Promise<readonly [number, number]> {
  try {
    return await moveOnce(ask, companyId);
  } catch (error) {
    if (!isRepeatable(error)) throw error;
    return move(ask, companyId);
  }
}

async function moveOnce(ask: Ask, companyId: string): Promise<readonly [number, number]> {
  const from = await serverOf(ask, companyId);
  const [other] = await ask(
    `SELECT nodeport AS port FROM pg_dist_node WHERE groupid <> 0 AND nodeport <> $1 ORDER BY nodeport`,
    [from],
  );
  await ask(
    `SELECT citus_move_shard_placement(get_shard_id_for_distribution_column('documents', $1::uuid),
       '127.0.0.1', $2::integer, '127.0.0.1', $3::integer, 'force_logical')`,
    [companyId, from, Number(other?.['port'])],
  );
  return [from, await serverOf(ask, companyId)];
}
