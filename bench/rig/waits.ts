import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchPostgres } from './postgres.ts';

const EVERY_MS = 20;

/** How many sessions on average were working or waited, by what they waited for; sessions without work left out. */
export async function waitsDuring(
  { sql }: BenchPostgres,
  work: Promise<unknown>,
): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>();
  let looks = 0;
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const rows = await sql(
      `SELECT coalesce(wait_event_type || ' ' || wait_event, 'at work') AS name, count(*) AS sessions
       FROM pg_stat_activity WHERE state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()
       GROUP BY 1`,
    );
    looks += 1;
    for (const { name, sessions } of rows)
      seen.set(String(name), (seen.get(String(name)) ?? 0) + Number(sessions));
    await sleep(EVERY_MS);
  }
  await over;
  const means = [...seen].map(([name, sessions]) => [name, sessions / looks] as const);
  return new Map(means.sort(([, one], [, other]) => other - one));
}
