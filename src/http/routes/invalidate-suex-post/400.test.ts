import { expect, it } from 'vitest';
import { bought, INVALIDATION, sold } from '../../../../test/support/cancelling.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = ownHouse({ company: { file: INVALIDATION } });

it('refuses documents of other types', async () => {
  const document = await sold(house.company);
  const answer = await house.company.call('POST', `/invalidate/suex/${document['document_id']}`);
  expectError(answer, 400, 'other_doc_type');
  expect(answer.body['detail']).toBe('El documento es de tipo 01; esta ruta es para el tipo 14.');
  expect(await house.sql('SELECT 1 FROM invalidations')).toEqual([]);
});

it('reads its body as strictly as the route for all types', async () => {
  const { document_id: id } = await bought(house.company);
  const answer = await house.company.post(`/invalidate/suex/${id}`, { motivo: 'Se repitió' });
  expectError(answer, 400, 'invalid_request');
});
