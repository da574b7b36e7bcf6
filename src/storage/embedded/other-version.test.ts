import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { processesOf } from '../../../test/support/child-processes.ts';
import { sharedPlace } from '../../../test/support/shared-place.ts';
import { startEmbedded } from './start.ts';

const BIN_DIR = process.env['SELLO_TEST_PG15_BIN'] ?? '/usr/lib/postgresql/15/bin';

describe.skipIf(!existsSync(join(BIN_DIR, 'postgres')))('another installation: PostgreSQL 15', () => {
  const place = sharedPlace(0o755);
  const dataDir = join(place, 'data');

  it('starts, answers and stops like our own', async () => {
    const postgres = await startEmbedded(dataDir, { binDir: BIN_DIR });
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    await client.end();
    await postgres.stop();
    expect(rows[0]?.server_version).toMatch(/^15\./);
    // A process that has ended may be seen for an instant.
    await expect.poll(() => processesOf(dataDir)).toEqual([]);
  });

  it('leaves a directory that our own version refuses in one sentence', async () => {
    await expect(startEmbedded(dataDir)).rejects.toThrow(
      /made by PostgreSQL 15 and cannot be read by PostgreSQL 18: start it with that version or choose/,
    );
  });
});
