import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { connectionOf } from '../connection/connection.ts';
import { holdLock } from './exclusive-hold.ts';

/** The advisory lock of node-pg-migrate, which versions before this one let it take by itself. */
const LOCK = { text: '$1::bigint', values: ['7241865325823964'] };

/**
 * Brings the database to this version's schema with the numbered, forward-only SQL files of `migrations/`. Nodes
 * that start at the same moment wait for each other; a killed migration leaves nothing behind, because each file is
 * one transaction. Throws what the database or its connection does.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const hold = await holdLock(databaseUrl, LOCK, Number.POSITIVE_INFINITY);
  try {
    await applyMigrations(databaseUrl);
  } finally {
    await hold?.release();
  }
}

async function applyMigrations(databaseUrl: string): Promise<void> {
  const client = new pg.Client(connectionOf(databaseUrl));
  // A connection that breaks fails the statement under way; its event alone would end the process.
  client.on('error', silence);
  await client.connect();
  try {
    await runner({
      dbClient: client,
      dir: fileURLToPath(new URL('../migrations', import.meta.url)),
      direction: 'up',
      migrationsTable: 'schema_migrations',
      singleTransaction: false,
      noLock: true,
      logger: SILENT,
    });
  } finally {
    await client.end();
  }
}

const silence = (): void => {};
const SILENT = { debug: silence, info: silence, warn: silence, error: silence };
