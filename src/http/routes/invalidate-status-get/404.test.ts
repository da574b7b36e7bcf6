import { expect, it } from 'vitest';
import { INVALIDATION, invalidate, sold } from '../../../../test/support/cancelling.ts';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { file: INVALIDATION } });

it('tells a document that nobody asked to invalidate from one that does not exist', async () => {
  const document = await sold(house.company);
  const never = await house.company.get(`/invalidate/status/${document['document_id']}`);
  expectError(never, 404, 'never_invalidated');
  expect(never.body['detail']).toBe('No se ha pedido invalidar este documento');
  expectError(await house.company.get('/invalidate/status/nunca'), 404, 'document_not_found');
});

it('shows nobody another company’s invalidation', async () => {
  const document = await sold(house.company);
  await invalidate(house.company, document);
  const stranger = await house.addCompany({ certificate: 'none' });
  const answer = await stranger.get(`/invalidate/status/${document['document_id']}`);
  expectError(answer, 404, 'document_not_found');
});
