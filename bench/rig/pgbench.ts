import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchPostgres } from './postgres.ts';

const run = promisify(execFile);

/** A million accounts, so that the clients seldom meet on one row. */
const SCALE = 10;
const DATABASE = 'pgbench';

/** The transactions that a PostgreSQL commits in a second: one update, one select, one insert each. */
export interface Pgbench {
  /** `pgbench -N -M prepared` with so many clients. */
  perSecond(clients: number, seconds: number): Promise<number>;
}

/** Prepares a database of its own on the server of the run; null where the server came without pgbench. */
export async function preparePgbench(postgres: BenchPostgres): Promise<Pgbench | null> {
  const { programs } = postgres;
  if (programs === null) return null;
  await postgres.sql(`CREATE DATABASE ${DATABASE}`);
  const url = new URL(postgres.url);
  url.pathname = `/${DATABASE}`;
  const pgbench = (options: readonly string[]) => run(join(programs, 'pgbench'), [...options, url.href]);
  await pgbench(['-i', '-q', '-s', String(SCALE)]);
  return {
    async perSecond(clients, seconds) {
      const load = ['-c', String(clients), '-T', String(seconds)];
      const { stdout } = await pgbench(['-N', '-M', 'prepared', '-n', ...load]);
      if (stdout.includes('actually processed: 0\n')) return 0;
      const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
      if (rate === undefined) throw new Error(`pgbench told no rate: ${stdout}`);
      return Number(rate);
    },
  };
}
