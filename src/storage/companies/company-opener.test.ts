import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { sharedServingPool } from '../../../test/support/serving-pool.ts';
import { shared } from '../../../test/support/shared.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import { inCompany } from '../connection/transaction.ts';
import { createCompanyOpener } from './company-opener.ts';
import { createCompanyReader } from './company-reader.ts';
import { createCompanyRegistry } from './company-registry.ts';

const NITS = ['06140101901016', '06140101901024', '06140101901032', '06140101901040'];

describeOnDatabases('opening a company, with a login that only serves', (name) => {
  const bench = sharedBench(name);
  const pool = sharedServingPool(bench);
  const opener = shared(() => createCompanyOpener(pool));

  const companyOf = (slug: string, nit = NITS[0], environment = '00') =>
    exampleCompany({ slug, nit, environment });
  const count = async () => Number((await bench.asSuperuser('SELECT count(*) FROM companies'))[0]?.['count']);

  it('lets nodes act for it at once, and opens it once', async () => {
    const [companyId, company] = [randomUUID(), companyOf('la-primera')];
    expect(await opener.open(companyId, company)).toEqual({ isNew: true, hinderedBy: null });
    expect(await createCompanyReader(pool).company(companyId)).toEqual(company);
    const before = await count();
    expect(await opener.open(companyId, company)).toEqual({ isNew: false, hinderedBy: null });
    expect(await count()).toBe(before);
    expect(await createCompanyRegistry(bench.operator).byId(companyId)).toEqual({ companyId, company });
  });

  it('is hindered by who has the slug, the taxpayer or the identifier', async () => {
    const companyId = randomUUID();
    await opener.open(companyId, companyOf('la-segunda', NITS[1]));
    const before = await count();
    const hindered = { isNew: false, hinderedBy: 'la-segunda' };
    expect(await opener.open(randomUUID(), companyOf('la-segunda', NITS[2]))).toEqual(hindered);
    expect(await opener.open(randomUUID(), companyOf('otra', NITS[1]))).toEqual(hindered);
    expect(await opener.open(companyId, companyOf('otra', NITS[2]))).toEqual(hindered);
    expect(await count()).toBe(before);
    const inProduction = companyOf('la-segunda-de-verdad', NITS[1], '01');
    expect(await opener.open(randomUUID(), inProduction)).toEqual({ isNew: true, hinderedBy: null });
  });

  it('opens one of those that come at the same moment', async () => {
    const slugs = Array.from({ length: 8 }, (_, index) => `a-la-vez-${index}`);
    const opened = await Promise.all(
      slugs.map((slug) => opener.open(randomUUID(), companyOf(slug, NITS[3]))),
    );
    expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it('is for nobody without the pass of the queues, whoever has logged in', async () => {
    const before = await count();
    const company = companyOf('la-falsa', NITS[2]);
    for (const known of [pool, bench.pool]) {
      const forged = { ...known, passOf: () => 'x' };
      await expect(createCompanyOpener(forged).open(randomUUID(), company)).rejects.toThrow(
        'not with the pass of the queues',
      );
    }
    const mine = await bench.addCompany();
    const inside = inCompany(bench.pool, mine, (client) =>
      client.query(
        `SELECT * FROM open_company(1, gen_random_uuid(), 'x', '00', '{"slug":"x","environment":"00"}', '')`,
      ),
    );
    await expect(inside).rejects.toThrow('not with the pass of the queues');
    expect(await count()).toBe(before + 1);
  });
});
