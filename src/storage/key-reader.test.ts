import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from '../../test/support/database.ts';
import { openStorageBench, present, type StorageBench } from '../../test/support/storage-bench.ts';
import type { KeyReader } from '../operations/access-ports.ts';
import type { KeyRegistry } from '../operations/operator-ports.ts';
import { createKeyReader } from './key-reader.ts';
import { createKeyRegistry } from './key-registry.ts';
import type { Pool } from './pool.ts';

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

  it('cost the same statements whether there is such a key or not', async () => {
    const { publicId } = await addKey(await bench.addCompany());
    const pool = bench.anotherPool(1);
    const own = createKeyReader(pool);
    const known = await statementsOf(pool, () => own.identify(publicId));
    const unknown = await statementsOf(pool, () => own.identify(randomUUID()));
    expect(known).toBeGreaterThan(2);
    expect(unknown).toBe(known);
  });
});
