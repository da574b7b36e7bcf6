import { it } from 'vitest';
import { bought, INVALIDATION, invalidate, sold } from '../../../../test/support/cancelling.ts';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { file: INVALIDATION } });

it('finds no document of another type, and no purchase that nobody asked to invalidate', async () => {
  const [document, purchase] = [await sold(house.company), await bought(house.company)];
  await invalidate(house.company, document);
  const path = '/invalidate/suex/status';
  expectError(await house.company.get(`${path}/${document['document_id']}`), 404, 'document_not_found');
  expectError(await house.company.get(`${path}/${purchase['document_id']}`), 404, 'never_invalidated');
});
