import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchPostgres } from './postgres.ts';
import { familyOf, memoryMb, processorOf, programOf, shareOfMemoryMb, wakesByThread } from './processor.ts';

/** A process, looked at while it has nothing to do. */
export interface RestingProcess {
  readonly pid: number;
  /** The file that it runs. */
  readonly program: string;
  readonly processorMs: number;
  /** How often its threads were woken, by their names. */
  readonly wakes: Readonly<Record<string, number>>;
  readonly memoryMb: number;
  /** Its memory, with pages that several processes have divided among them. */
  readonly shareMb: number;
}

export interface Rest {
  /** The service and what it has started. */
  readonly processes: readonly RestingProcess[];
  /** The processes of PostgreSQL that serve the service's connections. */
  readonly sessions: readonly RestingProcess[];
  /** Calls by the text of the statement, the most frequent first. */
  readonly statements: readonly (readonly [string, number])[];
}

/** Looks on for so long at a service that rests, and at what it asks of its database. */
export async function restFor(pid: number, { sql }: BenchPostgres, ms: number): Promise<Rest> {
  await sql('SELECT pg_stat_statements_reset()');
  const before = [...familyOf(pid), ...(await sessionsOf(sql))].map(processNow);
  await sleep(ms);
  const sessionIds = await sessionsOf(sql);
  const since = (ids: readonly number[]) => ids.map(processNow).map((now) => later(now, before));
  const [processes, sessions] = [since(familyOf(pid)), since(sessionIds)];
  return {
    processes,
    sessions,
    statements: await statementsOf(sql),
  };
}

/** The service and what it has started, as they are at the moment. */
export function processesOf(pid: number): readonly RestingProcess[] {
  return familyOf(pid).map(processNow);
}

export function wakesOf({ wakes }: RestingProcess): number {
  return Object.values(wakes).reduce((sum, count) => sum + count, 0);
}

function processNow(pid: number): RestingProcess {
  return {
    pid,
    program: programOf(pid),
    processorMs: processorOf(pid),
    wakes: wakesByThread(pid),
    memoryMb: memoryMb(pid),
    shareMb: shareOfMemoryMb(pid),
  };
}

/** Since the look before; of a process that has come since then, all. */
function later(now: RestingProcess, looks: readonly RestingProcess[]): RestingProcess {
  const before = looks.find(({ pid }) => pid === now.pid);
  const wakes = Object.entries(now.wakes).map(([name, count]) => [name, count - (before?.wakes[name] ?? 0)]);
  return {
    ...now,
    processorMs: now.processorMs - (before?.processorMs ?? 0),
    wakes: Object.fromEntries(wakes),
  };
}

type Sql = BenchPostgres['sql'];

async function sessionsOf(sql: Sql): Promise<readonly number[]> {
  const rows = await sql(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'sello %'
       AND backend_type = 'client backend'`,
  );
  return rows.map(({ pid }) => Number(pid));
}

/** What PostgreSQL was asked, without the statements of this look. */
async function statementsOf(sql: Sql): Promise<Rest['statements']> {
  const rows = await sql(
    "SELECT query, calls FROM pg_stat_statements WHERE query !~ 'pg_stat_' ORDER BY calls DESC",
  );
  return rows.map(({ query, calls }) => [String(query).replaceAll(/\s+/g, ' '), Number(calls)]);
}
