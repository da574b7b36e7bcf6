import type pg from 'pg';
import type { DatabaseFacts } from '../../operations/installation/ports.ts';
import { isInTheClear } from '../connection/connection.ts';
import { poolerOf } from '../connection/pooler.ts';
import { connectToPrimary } from '../connection/primary.ts';
import { isSpread } from '../distribution/distribute.ts';
import { ForeignServer } from './foreign-server.ts';
import { readLogin } from './login.ts';
import { loginNeeds } from './login-needs.ts';
import { appliedMigrations, foreignAmong, ownMigrations, pendingMigrations } from './migrate.ts';

/** What each setting must not be for a committed transaction to survive a power cut. */
const SAFETY: Readonly<Record<string, string>> = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
};

/**
 * Asks a database about itself, as the login of the URL. What `durableWithout` names may be off. Throws what `pg` throws where it cannot be reached,
 * and ForeignServer where it is no PostgreSQL.
 */
export async function readDatabaseFacts(
  databaseUrl: string,
  durableWithout: readonly string[] = [],
): Promise<DatabaseFacts> {
  const client = await connectToPrimary(databaseUrl);
  try {
    await refuseForeign(client);
    const server = await askServer(client);
    const pending = await pendingMigrations(client);
    return {
      ...server,
      unsafeSettings: await unsafeSettings(client, durableWithout),
      pendingMigrations: pending,
      foreignMigrations: foreignAmong(await appliedMigrations(client), await ownMigrations()),
      loginNeeds: await loginNeeds(client, server.majorVersion, pending),
      login: await readLogin(client),
      holdsSecrets: await holdsSecrets(client),
      isSpread: await isSpread(client),
      pooler: await poolerOf(client),
      isInTheClear: isInTheClear(databaseUrl),
    };
  } finally {
    await client.end();
  }
}

/** Others speak its protocol and name a version of it, and keep none of what Sello's promises rest on. */
async function refuseForeign(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ readonly product: string }>('SELECT version() AS product');
  const product = rows[0]?.product ?? '';
  if (!/^PostgreSQL \d+(\.\d+|devel|beta\d+|rc\d+)*[ ,]/.test(product)) throw new ForeignServer(product);
}

async function askServer(client: pg.Client) {
  const askedMs = Date.now();
  const { rows } = await client.query<{
    readonly version: string;
    readonly version_number: string;
    readonly commits_wait: boolean;
    readonly time_zone_holds: boolean | null;
    readonly clock_ms: number;
  }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS version_number,
            current_setting('synchronous_standby_names') <> '' AS commits_wait,
            ${holdsAt('2026-01-15')} AND ${holdsAt('2026-07-15')} AS time_zone_holds,
            (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS clock_ms`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database answered nothing');
  return {
    version: row.version.split(' ')[0] ?? row.version,
    majorVersion: Math.floor(Number(row.version_number) / 10_000),
    commitsWait: row.commits_wait,
    timeZoneHolds: row.time_zone_holds === true,
    clockAheadMs: Math.round(row.clock_ms - (askedMs + Date.now()) / 2),
  };
}

function holdsAt(day: string): string {
  return `timestamp '${day} 12:00' AT TIME ZONE 'America/El_Salvador' = timestamptz '${day} 18:00+00'`;
}

async function unsafeSettings(
  client: pg.Client,
  durableWithout: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly name: string; readonly setting: string }>(
    `SELECT name, setting FROM pg_settings WHERE name = ANY($1) ORDER BY name`,
    [Object.keys(SAFETY)],
  );
  return rows
    .filter(({ name, setting }) => setting === SAFETY[name] && !durableWithout.includes(name))
    .map(({ name, setting }) => `${name} = ${setting}`);
}

async function holdsSecrets(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ readonly found: boolean }>(
    `SELECT to_regclass('installation_secrets') IS NOT NULL AS found`,
  );
  if (rows[0]?.found !== true) return false;
  await client.query('BEGIN; SET LOCAL ROLE sello_service');
  const { rowCount } = await client.query(`SELECT 1 FROM installation_secrets LIMIT 1`);
  await client.query('COMMIT');
  return rowCount === 1;
}
