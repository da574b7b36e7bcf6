import { beforeEach, expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { claimRequest, heldOf, sharedBench } from '../../../test/support/storage-bench.ts';
import { createCompanyRegistry } from '../../storage/companies/company-registry.ts';
import { createDocumentStore } from '../../storage/documents/document-store.ts';
import { applyCompany } from './manage-companies.ts';

describeOnDatabases('applying a company', (name) => {
  const storage = sharedBench(name);
  beforeEach(() => storage.asSuperuser('TRUNCATE companies CASCADE'));

  const apply = async (changes: Readonly<Record<string, unknown>> = {}) =>
    applyCompany(createCompanyRegistry(storage.operator), exampleCompany(changes));
  const applied = async (changes: Readonly<Record<string, unknown>> = {}) => {
    const outcome = await apply(changes);
    if (outcome.kind === 'problems') throw new Error(JSON.stringify(outcome.problems));
    return outcome;
  };
  const issueOne = async (companyId: string) => {
    const clock = { now: () => Date.now(), monotonic: () => performance.now() };
    heldOf(await createDocumentStore(storage.pool, clock).claim(claimRequest(companyId)));
  };

  it('creates, then changes nothing, then changes', async () => {
    const created = await applied();
    expect(created).toMatchObject({ kind: 'created' });
    expect(await applied()).toEqual({ ...created, kind: 'unchanged' });
    expect(await applied({ name: 'Otra, S.A.' })).toMatchObject({
      kind: 'changed',
      companyId: created.companyId,
    });
  });

  it('lets a company that has issued change neither environment nor NIT', async () => {
    const { companyId } = await applied();
    expect(await applied({ environment: '01' })).toMatchObject({ kind: 'changed' });
    expect(await applied()).toMatchObject({ kind: 'changed' });
    await issueOne(companyId);
    const outcome = await apply({ environment: '01', nit: '06140202900027' });
    expect(outcome.kind).toBe('problems');
    expect(await applied()).toMatchObject({ kind: 'unchanged' });
  });
});
