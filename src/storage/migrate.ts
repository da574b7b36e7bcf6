import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';

/**
 * Brings the database to this version's schema with the numbered, forward-only SQL files of `migrations/`. Nodes
 * that start at the same moment wait for each other on the advisory lock of node-pg-migrate; a killed migration
 * leaves nothing behind, because each file is one transaction.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  await runner({
    databaseUrl,
    dir: fileURLToPath(new URL('migrations', import.meta.url)),
    direction: 'up',
    migrationsTable: 'schema_migrations',
    singleTransaction: false,
    advisoryLockMode: 'wait',
    logger: SILENT,
  });
}

const silence = (): void => {};
const SILENT = { debug: silence, info: silence, warn: silence, error: silence };
