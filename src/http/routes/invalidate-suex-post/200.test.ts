import { expect, it } from 'vitest';
import { bought, INVALIDATION, OUTCOMES } from '../../../../test/support/cancelling.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse({ file: INVALIDATION });

it('invalidates a purchase, with and without a body, once', async () => {
  const [one, other] = [await bought(house.company), await bought(house.company)];
  const answer = await house.company.call('POST', `/invalidate/suex/${one['external_ref']}`);
  expectHeaders(answer);
  expect(answer.body).toMatchObject({ ...OUTCOMES.sealed, document_id: one['document_id'] });
  const body = { type: 1, reason: 'Se repitió', replacement_document_id: other['document_id'] };
  const again = await house.company.post(`/invalidate/suex/${one['document_id']}`, body);
  expect(again.body).toEqual({ ...answer.body, is_duplicate: true });
  expect(await house.authority.invalidations(house.company.nit)).toHaveLength(1);
});
