import { expect, it } from 'vitest';
import { bought, INVALIDATION, invalidate } from '../../../../test/support/cancelling.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse({ file: INVALIDATION });

it('shows of a purchase what the status of all types shows', async () => {
  const purchase = await bought(house.company);
  for (const query of ['', '?include_dte=1']) {
    const [own, general] = [
      await house.company.get(`/suex/status/${purchase['external_ref']}${query}`),
      await house.company.get(`/status/${purchase['document_id']}${query}`),
    ];
    expectHeaders(own);
    expect([own.status, own.body]).toEqual([200, general.body]);
    expect(own.body).toMatchObject({ doc_type: '14', invalidated: false });
  }
  await invalidate(house.company, purchase);
  const after = await house.company.get(`/suex/status/${purchase['document_id']}`);
  expect(after.body).toMatchObject({ invalidated: true, credit_memo_id: null });
});
