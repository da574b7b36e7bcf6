import { beforeEach, describe, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { establishmentOf, pointOfSaleOf, slugOf } from '../../../test/support/identifiers.ts';
import { claimRequest, heldOf, sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import type { Company } from '../../core/company/company.ts';
import type { companyChangeProblems, IssuedPlaces } from '../../core/company/company-change.ts';
import type { CompanyRegistry } from '../../operations/companies/ports.ts';
import { createDocumentStore } from '../documents/document-store.ts';
import { createCompanyRegistry } from './company-registry.ts';

type ChangeCheck = typeof companyChangeProblems;
const ALLOW: ChangeCheck = () => [];

describeOnDatabases('the companies', (name) => {
  const bench = sharedBench(name);
  let registry: CompanyRegistry;
  beforeEach(async () => {
    await bench.asSuperuser('TRUNCATE companies CASCADE');
    registry = createCompanyRegistry(bench.operator);
  });

  const apply = async (company: Company, check: ChangeCheck = ALLOW) => {
    const change = await registry.apply(company, check);
    if (change.kind === 'problems') throw new Error('refused');
    return change;
  };

  it('are found by their slug and listed in its order', async () => {
    const nits = { zeta: '06140101900034', alfa: '06140101900042', media: '06140101900059' };
    for (const [slug, nit] of Object.entries(nits)) await apply(exampleCompany({ slug, nit }));
    expect((await registry.list()).map(({ company }) => company.slug)).toEqual(['alfa', 'media', 'zeta']);
    expect((await registry.bySlug(slugOf('media')))?.company).toEqual(
      exampleCompany({ slug: 'media', nit: nits.media }),
    );
    expect(await registry.bySlug(slugOf('otra'))).toBeNull();
  });

  it('name the first of production, where there is one', async () => {
    await apply(exampleCompany({ slug: 'prueba' }));
    expect(await registry.production()).toBeNull();
    const nits = { real: '06140101900034', otra: '06140101900042' };
    for (const [slug, nit] of Object.entries(nits))
      await apply(exampleCompany({ slug, nit, environment: '01' }));
    expect(await registry.production()).toBe('otra');
  });

  it('are created, left as they are, or changed', async () => {
    const created = await apply(exampleCompany());
    expect(created.kind).toBe('created');
    const [before] = await bench.asSuperuser('SELECT updated_at FROM companies');
    expect(await apply(exampleCompany())).toEqual({ ...created, kind: 'unchanged' });
    expect(await bench.asSuperuser('SELECT updated_at FROM companies')).toEqual([before]);
    expect(await apply(exampleCompany({ name: 'Otra, S.A.' }))).toEqual({ ...created, kind: 'changed' });
    expect((await registry.bySlug(slugOf('tienda-ejemplo')))?.company.name).toBe('Otra, S.A.');
  });

  it('keep nothing of a change that is refused', async () => {
    await apply(exampleCompany());
    const problems = [{ path: 'nit', message: 'No.' }];
    const change = await registry.apply(exampleCompany({ name: 'Otra, S.A.' }), () => problems);
    expect(change).toEqual({ kind: 'problems', problems });
    expect((await registry.bySlug(slugOf('tienda-ejemplo')))?.company.name).toBe(exampleCompany().name);
  });

  it('are one for each taxpayer and environment, also when two come at once', async () => {
    const slugs = ['una', 'otra', 'tercera'];
    const changes = await Promise.all(slugs.map((slug) => registry.apply(exampleCompany({ slug }), ALLOW)));
    const kinds = changes.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(['created', 'problems', 'problems']);
    const [{ company } = { company: exampleCompany() }] = await registry.list();
    const twin = { path: 'nit', message: expect.stringContaining(`ya es de la empresa ${company.slug} `) };
    expect(changes.find(({ kind }) => kind === 'problems')).toEqual({ kind: 'problems', problems: [twin] });
    const production = exampleCompany({ slug: 'cuarta', environment: '01' });
    expect((await registry.apply(production, ALLOW)).kind).toBe('created');
    const moved = exampleCompany({ slug: company.slug, environment: '01' });
    expect((await registry.apply(moved, ALLOW)).kind).toBe('problems');
  });

  it('created at once by several operators are one', async () => {
    const changes = await Promise.all(upTo(8).map(() => apply(exampleCompany())));
    expect(changes.filter(({ kind }) => kind === 'created')).toHaveLength(1);
    expect(new Set(changes.map(({ companyId }) => companyId)).size).toBe(1);
  });

  it('changed at once by several operators end as one of them wanted', async () => {
    await apply(exampleCompany());
    const names = upTo(8).map((turn) => `Empresa ${turn}`);
    const seen: string[] = [];
    const check: ChangeCheck = (before) => {
      seen.push(before.name);
      return [];
    };
    await Promise.all(names.map((one) => apply(exampleCompany({ name: one }), check)));
    // Each saw what the one before it left, and nobody's change was lost unseen.
    expect(new Set(seen).size).toBe(8);
    expect(names).toContain((await registry.bySlug(slugOf('tienda-ejemplo')))?.company.name);
  });

  it('that have issued change neither environment nor NIT', async () => {
    const { companyId } = await apply(exampleCompany());
    expect(await registry.apply(exampleCompany({ environment: '01' }))).toMatchObject({ kind: 'changed' });
    expect(await registry.apply(exampleCompany())).toMatchObject({ kind: 'changed' });
    const store = createDocumentStore(bench.pool, { now: Date.now, monotonic: () => performance.now() });
    heldOf(await store.claim(claimRequest(companyId)));
    const other = exampleCompany({ environment: '01', nit: '06140202900027' });
    expect(await registry.apply(other)).toMatchObject({ kind: 'problems' });
    expect(await registry.apply(exampleCompany())).toMatchObject({ kind: 'unchanged' });
  });

  describe('before a change', () => {
    async function issuedSeenBy(
      companyId: string,
      sales: readonly (readonly [string, string])[],
    ): Promise<IssuedPlaces> {
      const store = createDocumentStore(bench.pool, { now: Date.now, monotonic: () => performance.now() });
      for (const [establishment, pointOfSale] of sales) {
        heldOf(
          await store.claim(
            claimRequest(companyId, {
              prepared: {
                establishment: establishmentOf(establishment),
                pointOfSale: pointOfSaleOf(pointOfSale),
              },
            }),
          ),
        );
      }
      const seen: IssuedPlaces[] = [];
      await registry.apply(exampleCompany({ name: 'Otra, S.A.' }), (_before, _after, issued) => {
        seen.push(issued);
        return [];
      });
      const [places] = seen;
      if (places === undefined) throw new Error('the change was not checked');
      return places;
    }

    it('nothing has been issued by a new company', async () => {
      const { companyId } = await apply(exampleCompany());
      expect(await issuedSeenBy(companyId, [])).toEqual({
        anyDocument: false,
        establishments: new Set(),
        pointsOfSale: new Set(),
      });
    });

    it('the places with documents are told, of this company alone', async () => {
      const { companyId } = await apply(exampleCompany());
      const other = await apply(exampleCompany({ slug: 'otra', nit: '06140101900026' }));
      await issuedSeenBy(other.companyId, [['S009', 'P009']]);
      const sales = [
        ['M001', 'P001'],
        ['M001', 'P002'],
        ['M001', 'P001'],
        ['S001', 'P001'],
      ] as const;
      expect(await issuedSeenBy(companyId, sales)).toEqual({
        anyDocument: true,
        establishments: new Set(['M001', 'S001']),
        pointsOfSale: new Set(['M001/P001', 'M001/P002', 'S001/P001']),
      });
    });
  });
});
