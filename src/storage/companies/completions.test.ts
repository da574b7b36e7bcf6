import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { sharedBench } from '../../../test/support/storage-bench.ts';
import type { ToldCompany } from '../../core/rehearsing/completion-sheet.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { createCompanyReader } from './company-reader.ts';
import { createCompletionRegistry } from './completion-registry.ts';
import { createCompletionReader } from './completions.ts';

const TOLD: Omit<ToldCompany, 'company'> = {
  customers: [{ identity: '000000018', district: '021604', documentType: null, activityCode: null }],
  products: [{ by: 'code', name: 'HAR-25', unit: '36' }],
};

describeOnDatabases('what companies tell', (name) => {
  const bench = sharedBench(name);

  /** Counts the transactions of a pool. */
  function counting(pool: Pool) {
    let count = 0;
    const connect = (): Promise<Client> => {
      count += 1;
      return pool.connect();
    };
    return { pool: { ...pool, connect }, count: () => count };
  }

  it('costs a company that has told nothing one question for each version of it', async () => {
    const companyId = await bench.addCompany();
    const { pool, count } = counting(bench.pool);
    const reader = createCompletionReader(pool);
    const company = exampleCompany();
    for (let sale = 0; sale < 100; sale += 1) expect(await reader.of(companyId, company)).toBeNull();
    expect(count()).toBe(1);
    await reader.of(companyId, exampleCompany());
    expect(count()).toBe(2);
  });

  it('is known to a node as soon as it reads the company again, and to nobody else', async () => {
    const [companyId, other] = [await bench.addCompany(), await bench.addCompany()];
    const companies = createCompanyReader(bench.pool);
    const reader = createCompletionReader(bench.pool);
    const lookUp = async (id: string) => {
      const company = await companies.company(id);
      if (company === null) throw new Error('there is one');
      return reader.of(id, company);
    };
    expect(await lookUp(companyId)).toBeNull();
    await createCompletionRegistry(bench.operator).tell(companyId, TOLD);
    const asked = {
      customers: ['000000018', '1'],
      products: [
        { by: 'code', name: 'HAR-25' },
        { by: 'description', name: 'HAR-25' },
      ],
    } as const;
    const told = await (await lookUp(companyId))?.(asked);
    expect(told?.customer('000000018')).toEqual({
      district: '021604',
      documentType: null,
      activityCode: null,
    });
    expect(told?.customer('1')).toBeNull();
    expect(told?.product({ by: 'code', name: 'HAR-25' })).toBe('36');
    expect(told?.product({ by: 'description', name: 'HAR-25' })).toBeNull();
    expect(await lookUp(other)).toBeNull();
  });

  it('adds to what was told before, and erases nothing', async () => {
    const companyId = await bench.addCompany();
    const registry = createCompletionRegistry(bench.operator);
    await registry.tell(companyId, TOLD);
    const more = {
      identity: '000000018',
      district: null,
      documentType: '13',
      activityCode: '47111',
    } as const;
    await registry.tell(companyId, {
      customers: [more, more],
      products: [{ by: 'code', name: 'HAR-25', unit: '59' }],
    });
    const rows = await bench.asSuperuser`SELECT district, document_type, activity_code, unit
      FROM customer_completions JOIN product_completions USING (company_id) WHERE company_id = ${companyId}`;
    expect(rows).toEqual([{ district: '021604', document_type: '13', activity_code: '47111', unit: '59' }]);
  });

  it('is asked about again after the database failed', async () => {
    const companyId = await bench.addCompany();
    let broken = true;
    const pool: Pool = {
      ...bench.pool,
      connect: () => (broken ? Promise.reject(new Error('no database')) : bench.pool.connect()),
    };
    const reader = createCompletionReader(pool);
    const company = exampleCompany();
    await expect(reader.of(companyId, company)).rejects.toThrow('no database');
    broken = false;
    expect(await reader.of(companyId, company)).toBeNull();
  });
});
