import { createSearch } from '../../src/storage/listings/search-filler.ts';
import type { House } from './house.ts';
import { until } from './until.ts';

/** Has the background walk what a house has issued, as if that were some minutes ago. */
export async function walked(house: Pick<House, 'sql' | 'poolOf' | 'company'>): Promise<void> {
  await house.sql('ALTER TABLE documents DISABLE TRIGGER ALL');
  await house.sql(`UPDATE documents SET posted_at = posted_at - interval '5 minutes'`);
  await house.sql('ALTER TABLE documents ENABLE TRIGGER ALL');
  const search = createSearch(house.poolOf('sello_service'));
  const { companyId } = house.company;
  await until(async () => {
    await search.extend(companyId);
    return !(await search.due(100, undefined)).includes(companyId);
  }, 'no documents that wait');
}
