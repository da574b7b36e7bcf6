import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchHouse } from '../rig/house.ts';
import type { SelloNode } from '../rig/sello.ts';
import { processorNow } from './speed.ts';

/** What service and database take while nobody asks for anything. */
export interface Idleness {
  /** Per cent of one core. */
  readonly nodesPercent: number;
  readonly postgresPercent: number;
  readonly statements: readonly Asked[];
}

/** A statement that the background sends by itself. */
export interface Asked {
  readonly text: string;
  readonly perMinute: number;
  readonly meanMs: number;
}

export async function idleFor(
  house: BenchHouse,
  nodes: readonly SelloNode[],
  seconds: number,
): Promise<Idleness> {
  await house.postgres.sql('SELECT pg_stat_statements_reset()');
  const before = processorNow(house, nodes);
  await sleep(seconds * 1_000);
  const after = processorNow(house, nodes);
  const percentOf = (ms: number) => ms / (seconds * 10);
  return {
    nodesPercent: percentOf(after.nodesMs - before.nodesMs),
    postgresPercent: percentOf(after.postgresMs - before.postgresMs),
    statements: await statementsOf(house, seconds),
  };
}

async function statementsOf({ postgres }: BenchHouse, seconds: number): Promise<readonly Asked[]> {
  const rows = await postgres.sql(
    `SELECT query, calls, mean_exec_time AS ms FROM pg_stat_statements
     WHERE query !~* 'pg_stat_|^(BEGIN|COMMIT|SET)' ORDER BY total_exec_time DESC LIMIT 8`,
  );
  return rows.map((row) => ({
    text: String(row['query']).replaceAll(/\s+/g, ' '),
    perMinute: (Number(row['calls']) * 60) / seconds,
    meanMs: Number(row['ms']),
  }));
}
