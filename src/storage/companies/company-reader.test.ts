import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { present, sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import { type WatchedPool, watchedPool } from '../../../test/support/watched-pool.ts';
import { type Companies, createCompanyReader } from './company-reader.ts';

describeOnDatabases('the companies as the service reads them', (name) => {
  const bench = sharedBench(name);
  let pool: WatchedPool;
  let companies: Companies;
  let companyId: string;
  beforeEach(async () => {
    companyId = await bench.addCompany();
    pool = watchedPool(bench.pool);
    companies = createCompanyReader(pool);
  });

  const change = (path: string, value: unknown) =>
    bench.asSuperuser`UPDATE companies
      SET profile = jsonb_set(profile, ${path}, ${JSON.stringify(value)}), updated_at = clock_timestamp()
      WHERE company_id = ${companyId}`;
  /** As the gate tells it. */
  const version = async () => {
    const [row] = await bench.asSuperuser`SELECT (updated_at AT TIME ZONE 'UTC')::text || '+00' AS version
      FROM companies WHERE company_id = ${companyId}`;
    return String(row?.['version']);
  };

  it('are there by their identifiers, or not at all', async () => {
    expect(await companies.company(companyId)).toMatchObject({ slug: `c-${companyId.slice(0, 13)}` });
    expect(await companies.company(randomUUID())).toBeNull();
    expect(await companies.atVersion(randomUUID(), 'any')).toBeNull();
  });

  it('are parsed once as long as they do not change', async () => {
    const first = await companies.company(companyId);
    // Whatever stands there: the version says that it is the same.
    await bench.asSuperuser(`UPDATE companies SET profile = '{}' WHERE company_id = $1`, [companyId]);
    expect(await companies.company(companyId)).toBe(first);
    expect(await companies.atVersion(companyId, await version())).toBe(first);
  });

  it('cost no statement at the version that is known', async () => {
    const first = await companies.company(companyId);
    const before = pool.statements.length;
    expect(companies.atVersion(companyId, await version())).toBe(first);
    expect(pool.statements).toHaveLength(before);
    expect(await companies.atVersion(companyId, 'another')).toBe(first);
    expect(pool.statements).toHaveLength(before + 1);
  });

  it('show a change at once', async () => {
    const before = present(await companies.company(companyId));
    await change('{name}', 'Otra, S.A.');
    expect(present(await companies.company(companyId)).name).toBe('Otra, S.A.');
    await change('{name}', 'Otra más, S.A.');
    expect(present(await companies.atVersion(companyId, await version())).name).toBe('Otra más, S.A.');
    expect(before.name).not.toBe('Otra, S.A.');
  });

  it('are read once for all who wait for one version of them', async () => {
    const first = await version();
    const before = pool.statements.length;
    const read = await Promise.all(upTo(64).map(() => companies.atVersion(companyId, first)));
    expect(new Set(read)).toEqual(new Set([await companies.atVersion(companyId, first)]));
    expect(pool.statements).toHaveLength(before + 1);
    await change('{name}', 'Otra, S.A.');
    const second = await version();
    const changed = await Promise.all(upTo(64).map(() => companies.atVersion(companyId, second)));
    expect(new Set(changed.map((company) => company?.name))).toEqual(new Set(['Otra, S.A.']));
    expect(pool.statements).toHaveLength(before + 2);
  });

  it('are read again for who knows of a later version than those who wait', async () => {
    const waiting = companies.atVersion(companyId, 'one');
    await change('{name}', 'Otra, S.A.');
    expect(present(await companies.atVersion(companyId, await version())).name).toBe('Otra, S.A.');
    expect(await waiting).not.toBeNull();
  });

  it('that could not be read are read again the next time', async () => {
    const unknown = randomUUID();
    const before = pool.statements.length;
    for (const _ of upTo(2)) expect(await companies.atVersion(unknown, 'any')).toBeNull();
    await bench.asSuperuser('ALTER FUNCTION read_company RENAME TO read_no_company');
    await expect(companies.atVersion(unknown, 'any')).rejects.toThrow('read_company');
    await bench.asSuperuser('ALTER FUNCTION read_no_company RENAME TO read_company');
    expect(await companies.atVersion(unknown, 'any')).toBeNull();
    expect(pool.statements).toHaveLength(before + 4);
  });

  it('are no company’s but the one that is asked for', async () => {
    const other = await bench.addCompany();
    const slugs = await Promise.all(
      [companyId, other].map(async (id) => (await companies.company(id))?.slug),
    );
    expect(slugs).toEqual([companyId, other].map((id) => `c-${id.slice(0, 13)}`));
  });

  it('come without their logo, which only paper needs', async () => {
    await change('{branding}', { color: '#112233', logo: 'not even a picture' });
    expect(present(await companies.company(companyId)).branding).toMatchObject({ logo: null });
  });

  it('say so when a stored file cannot be read, and each time', async () => {
    await bench.asSuperuser`UPDATE companies SET profile = profile - 'nit', updated_at = clock_timestamp()
      WHERE company_id = ${companyId}`;
    for (const reading of [() => companies.company(companyId), () => companies.atVersion(companyId, 'any')])
      await expect(reading()).rejects.toThrow(`stored company ${companyId} is not valid: nit`);
  });
});
