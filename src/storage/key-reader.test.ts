import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../../test/support/database.ts';
import { openStorageBench, present, type StorageBench } from '../../test/support/storage-bench.ts';
import type { KeyReader } from '../operations/access-ports.ts';
import type { KeyRegistry } from '../operations/operator-ports.ts';
import { createKeyReader } from './key-reader.ts';
import { createKeyRegistry } from './key-registry.ts';
import type { Pool } from './pool.ts';
import { query } from './transaction.ts';

const LIMITS = { perMinute: 7, perHour: 77 };

/** Counts the statements that go over a pool's connections. */
async function statementsOf(pool: Pool, work: () => Promise<unknown>): Promise<number> {
  const client = await pool.connect();
  const query = client.query.bind(client);
  let statements = 0;
  Object.assign(client, {
    query: (...args: Parameters<typeof query>) => {
      statements += 1;
      return query(...args);
    },
  });
  client.release();
  await work();
  return statements;
}

describeOnDatabases('the keys as the service reads them', (name) => {
  let bench: StorageBench;
  let registry: KeyRegistry;
  let reader: KeyReader;
  beforeAll(async () => {
    bench = await openStorageBench(name);
    registry = createKeyRegistry(bench.operator);
    reader = createKeyReader(bench.pool);
  });
  afterAll(() => bench.drop());

  const addKey = async (companyId: string, label = 'caja') => {
    const publicId = randomUUID();
    const secretHmac = Buffer.from(publicId.replaceAll('-', ''), 'hex');
    const keyId = await registry.create({
      companyId,
      ambiente: '00',
      name: label,
      limits: LIMITS,
      publicId,
      secretHmac,
    });
    return { keyId, publicId, secretHmac };
  };

  it('bring their company with them', async () => {
    const companyId = await bench.addCompany();
    const { keyId, publicId, secretHmac } = await addKey(companyId);
    const found = present(await reader.identify(publicId));
    expect(found).toMatchObject({ keyId, ambiente: '00', limits: LIMITS, companyId });
    expect(Buffer.from(found.secretHmac)).toEqual(secretHmac);
    expect(found.company).toMatchObject({ slug: `c-${companyId.slice(0, 13)}`, ambiente: '00' });
  });

  it('are null when unknown or revoked', async () => {
    const { keyId, publicId } = await addKey(await bench.addCompany());
    expect(await reader.identify(randomUUID())).toBeNull();
    expect(await reader.identify('')).toBeNull();
    await registry.revoke(keyId);
    expect(await reader.identify(publicId)).toBeNull();
  });

  it('are null from the moment of their end', async () => {
    const { keyId, publicId } = await addKey(await bench.addCompany());
    const endsIn = (interval: string) =>
      bench.asSuperuser(
        'UPDATE api_keys SET revoked_at = clock_timestamp() + $2::interval WHERE key_id = $1',
        [keyId, interval],
      );
    await endsIn('1 minute');
    expect(await reader.identify(publicId)).toMatchObject({ keyId });
    await endsIn('-1 second');
    expect(await reader.identify(publicId)).toBeNull();
  });

  const lastUse = async (keyId: string) => {
    const [row] = await bench.asSuperuser('SELECT last_used_at FROM api_keys WHERE key_id = $1', [keyId]);
    const at = row?.['last_used_at'];
    return at instanceof Date ? at.getTime() : null;
  };
  const noteAndWait = async (
    key: { readonly companyId: string; readonly keyId: string },
    before: number | null,
  ) => {
    createKeyReader(bench.pool).noteUse(key);
    await expect.poll(() => lastUse(key.keyId)).not.toBe(before);
  };

  it('remember their last use, to within a minute', async () => {
    const companyId = await bench.addCompany();
    const { keyId } = await addKey(companyId);
    await noteAndWait({ companyId, keyId }, null);
    const first = present(await lastUse(keyId));
    expect(Math.abs(Date.now() - first)).toBeLessThan(60_000);
    createKeyReader(bench.pool).noteUse({ companyId, keyId });
    await query(bench.pool, { text: 'SELECT pg_sleep(0.05)' });
    expect(await lastUse(keyId)).toBe(first);
    await bench.asSuperuser(
      `UPDATE api_keys SET last_used_at = last_used_at - interval '61 seconds' WHERE key_id = $1`,
      [keyId],
    );
    await noteAndWait({ companyId, keyId }, first - 61_000);
    expect(present(await lastUse(keyId))).toBeGreaterThanOrEqual(first);
  });

  it('ask the database about their use once a minute and node', async () => {
    const companyId = await bench.addCompany();
    const { keyId } = await addKey(companyId);
    const pool = bench.anotherPool(1);
    const own = createKeyReader(pool);
    const statements = await statementsOf(pool, async () => {
      for (const _ of Array(50).keys()) own.noteUse({ companyId, keyId });
      await expect.poll(() => lastUse(keyId)).not.toBeNull();
    });
    expect(statements).toBeLessThanOrEqual(4);
  });

  it('disturb nobody where their use cannot be noted', async () => {
    const companyId = await bench.addCompany();
    const { keyId, publicId } = await addKey(companyId);
    await bench.asSuperuser('REVOKE UPDATE (last_used_at) ON api_keys FROM sello_service');
    reader.noteUse({ companyId, keyId });
    expect(await reader.identify(publicId)).toMatchObject({ keyId });
    await bench.asSuperuser('GRANT UPDATE (last_used_at) ON api_keys TO sello_service');
    expect(await lastUse(keyId)).toBeNull();
  });

  it('show a company’s change at once', async () => {
    const companyId = await bench.addCompany();
    const { publicId } = await addKey(companyId);
    const before = present(await reader.identify(publicId));
    await bench.asSuperuser(
      `UPDATE companies SET profile = jsonb_set(profile, '{name}', '"Otra, S.A."'), updated_at = clock_timestamp()
         WHERE company_id = $1`,
      [companyId],
    );
    expect(present(await reader.identify(publicId)).company.name).toBe('Otra, S.A.');
    expect(before.company.name).not.toBe('Otra, S.A.');
  });

  it('read a company once as long as it does not change', async () => {
    const { publicId } = await addKey(await bench.addCompany());
    const first = present(await reader.identify(publicId));
    expect(present(await reader.identify(publicId)).company).toBe(first.company);
  });

  it('say so when a stored company cannot be read', async () => {
    const companyId = await bench.addCompany();
    const { publicId } = await addKey(companyId);
    await bench.asSuperuser(
      `UPDATE companies SET profile = profile - 'nit', updated_at = clock_timestamp() WHERE company_id = $1`,
      [companyId],
    );
    await expect(reader.identify(publicId)).rejects.toThrow(/is not valid: nit/);
  });

  it('cost the same statements whether there is such a key or not, or none was presented', async () => {
    const { publicId } = await addKey(await bench.addCompany());
    const pool = bench.anotherPool(1);
    const own = createKeyReader(pool);
    const known = await statementsOf(pool, () => own.identify(publicId));
    const unknown = await statementsOf(pool, () => own.identify(randomUUID()));
    expect(known).toBeGreaterThan(2);
    const nobodys = await statementsOf(pool, () => own.identify(''));
    expect([unknown, nobodys]).toEqual([known, known]);
  });

  it('leave the pool to callers when many come without one', async () => {
    const pool = bench.anotherPool(1);
    const own = createKeyReader(pool);
    const one = await statementsOf(pool, () => own.identify(''));
    const flood = await statementsOf(pool, () =>
      Promise.all(Array.from({ length: 200 }, () => own.identify(''))),
    );
    expect(flood).toBe(2 * one);
  });
});
