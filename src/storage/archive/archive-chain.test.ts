import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../../test/support/database.ts';
import { sharedBench, upTo } from '../../../test/support/storage-bench.ts';
import { createArchiveQueue } from './archive-chain.ts';

describeOnDatabases('the companies whose archive waits for links', (name) => {
  const bench = sharedBench(name);

  it('take turns behind the one that was last, however much and however long others wait', async () => {
    const companies = await Promise.all(upTo(4).map(() => bench.addCompany()));
    for (const [place, companyId] of companies.entries())
      await bench.asSuperuser`INSERT INTO archive_queue (company_id, relation, subject)
        SELECT ${companyId}::uuid, 'documents', gen_random_uuid() FROM generate_series(1, ${5 - place})`;
    const queue = createArchiveQueue(bench.operator);
    const order = companies.toSorted();
    expect(await queue.unlinked(100, undefined)).toEqual(order);
    for (const [place, after] of order.entries())
      expect(await queue.unlinked(2, after)).toEqual([order[(place + 1) % 4], order[(place + 2) % 4]]);
  });
});
