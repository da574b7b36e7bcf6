import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { STAMP, STAMPED_RAW } from '../../../test/support/answers.ts';
import { describeOnEach } from '../../../test/support/database.ts';
import {
  claimRequest,
  heldOf,
  openStorageBench,
  type StorageBench,
} from '../../../test/support/storage-bench.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

const CLOCK = { now: () => Date.now(), monotonic: () => performance.now() };

describeOnEach('a backup', (name) => {
  let bench: StorageBench;
  let target: StorageBench;
  let folder: string;
  beforeEach(async () => {
    [bench, target] = await Promise.all([openStorageBench(name), openStorageBench(name)]);
    folder = join(mkdtempSync(join(tmpdir(), 'sello-backup-')), 'backup');
    await target.asSuperuser('DROP SCHEMA public CASCADE');
    await target.asSuperuser('CREATE SCHEMA public');
    await target.asSuperuser('GRANT USAGE ON SCHEMA public TO PUBLIC');
  });
  afterEach(async () => {
    await Promise.all([bench.drop(), target.drop()]);
    rmSync(join(folder, '..'), { recursive: true });
  });

  const sell = async (companyId: string) => {
    const store = createDocumentStore(bench.pool, CLOCK);
    const { lease, record } = heldOf(await store.claim(claimRequest(companyId)));
    const { codigoGeneracion, payloadHash } = record;
    await store.recordAttempt(
      lease,
      { number: 1, codigoGeneracion, payloadHash, jws: 'ñ\\"\u2028', contingencia: null },
      1_000,
    );
    await store.settle(lease, { kind: 'stamped', attempt: 1, stamp: STAMP, raw: STAMPED_RAW });
  };
  const tablesOf = async (one: StorageBench) =>
    (
      await one.asSuperuser(
        "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
      )
    ).map((row) => String(row['name']));
  const contentOf = async (one: StorageBench) => {
    const content: unknown[] = [];
    for (const table of await tablesOf(one)) {
      if (['log_agreement', 'rate_windows', 'schema_migrations'].includes(table)) continue;
      content.push([
        table,
        await one.asSuperuser(`SELECT row_to_json(t)::text AS row FROM ${table} t ORDER BY 1`),
      ]);
    }
    return content;
  };

  it('holds everything, and comes back in an empty database that numbers nothing yet', async () => {
    const companyId = await bench.addCompany();
    for (const _ of [1, 2, 3]) await sell(companyId);
    await bench.asSuperuser(`INSERT INTO installation_secrets VALUES ('one', 'sealed')`);
    await bench.asSuperuser`INSERT INTO audit_events (company_id, kind, detail)
      VALUES (${companyId}, 'x', '{}')`;
    const manifest = await backUp(bench.url, folder, '0.0.0');
    expect(manifest.tables.find(({ table }) => table === 'documents')?.rows).toBe(3);
    for (const one of readdirSync(folder)) expect(statSync(join(folder, one)).mode & 0o777).toBe(0o600);
    await sell(companyId);

    await restore(target.url, folder);
    await bench.asSuperuser(
      "DELETE FROM archive_queue WHERE subject IN (SELECT document_id FROM documents WHERE control_number LIKE '%4')",
    );
    await bench.asSuperuser(
      "DELETE FROM attempts WHERE document_id IN (SELECT document_id FROM documents WHERE control_number LIKE '%4')",
    );
    await bench.asSuperuser("DELETE FROM documents WHERE control_number LIKE '%4'");
    await bench.asSuperuser('UPDATE series SET last_number = 3');
    expect(await contentOf(target)).toEqual(await contentOf(bench));
    const store = createDocumentStore(target.pool, CLOCK);
    await expect(store.claim(claimRequest(companyId))).rejects.toMatchObject({ code: 'SE010' });
    const walls = await target.asSuperuser(
      "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'schema_migrations' AND NOT (relrowsecurity AND relforcerowsecurity)",
    );
    expect(walls).toEqual([]);
    const keys = await target.asSuperuser(
      "SELECT conname FROM pg_constraint WHERE contype = 'f' AND condeferrable",
    );
    expect(keys).toEqual([]);
    await target.asSuperuser`INSERT INTO audit_events (company_id, kind, detail)
      VALUES (${companyId}, 'y', '{}')`;
  });

  it('is refused where a bit of it has changed, where it is none, and by a database that is not empty', async () => {
    await backUp(bench.url, folder, '0.0.0');
    await expect(restore(bench.url, folder)).rejects.toThrow('has a schema already');
    await expect(restore(target.url, join(folder, '..'))).rejects.toThrow('holds no backup');
    appendFileSync(join(folder, 'companies.jsonl.gz'), '.');
    await expect(restore(target.url, folder)).rejects.toThrow(
      'companies.jsonl.gz of the backup is not as it was made',
    );
    expect(await tablesOf(target)).toEqual([]);
    await expect(backUp(bench.url, folder, '0.0.0')).rejects.toThrow();
  });

  it('comes back through a login that is no superuser', async () => {
    const companyId = await bench.addCompany();
    await sell(companyId);
    await backUp(bench.url, folder, '0.0.0');
    const login = `owner_${process.pid}_${name === 'PostgreSQL 15' ? 15 : 18}`;
    const database = new URL(target.url).pathname.slice(1);
    await target.asSuperuser(`CREATE ROLE ${login} LOGIN CREATEROLE PASSWORD 'fictitious'`);
    await target.asSuperuser(
      `GRANT sello_service, sello_operator, sello_phases TO ${login} WITH ADMIN OPTION`,
    );
    await target.asSuperuser(`ALTER DATABASE ${database} OWNER TO ${login}`);
    await target.asSuperuser(`ALTER SCHEMA public OWNER TO ${login}`);
    const url = new URL(target.url);
    [url.username, url.password] = [login, 'fictitious'];
    await restore(url.href, folder);
    await backUp(url.href, `${folder}-again`, '0.0.0');
    expect((await target.asSuperuser('SELECT 1 FROM documents')).length).toBe(1);
    await target.asSuperuser(`REASSIGN OWNED BY ${login} TO CURRENT_USER`);
    await target.asSuperuser(`DROP OWNED BY ${login}`);
    await target.asSuperuser(`ALTER DATABASE ${database} OWNER TO CURRENT_USER`);
    await target.asSuperuser(`DROP ROLE ${login}`);
  });
});
