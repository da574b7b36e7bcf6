import { describe, expect, it } from 'vitest';
import {
  INVALIDATION,
  invalidate,
  noted,
  sold,
  soldToTaxpayer,
} from '../../../../test/support/cancelling.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

type Json = Readonly<Record<string, unknown>>;

const house = sharedHouse({ file: INVALIDATION });

async function statusOf({ document_id: id, external_ref: reference }: Json): Promise<Json> {
  const [byId, byReference] = [
    await house.company.get(`/invalidate/status/${id}`),
    await house.company.get(`/invalidate/status/${reference}`),
  ];
  expect([byId.status, byReference.body]).toEqual([200, byId.body]);
  expectHeaders(byId);
  return byId.body;
}

describe('GET /invalidate/status', () => {
  it('repeats what the invalidation answered, whatever that was', async () => {
    for (const action of ['none', 'code', 'html']) {
      const document = await sold(house.company);
      if (action !== 'none')
        await house.authority.script({ service: 'invalidacion', action, codigoMsg: '096', times: 3 });
      const answered = await invalidate(house.company, document);
      expect(answered).toMatchObject({ dte_success: action === 'none', contingency: action === 'html' });
      expect(await statusOf(document)).toEqual(answered);
      await house.authority.behave();
    }
  });

  it('asks nobody, and answers HEAD without a body', async () => {
    const document = await sold(house.company);
    await invalidate(house.company, document);
    await house.authority.forgetCalls();
    await statusOf(document);
    expect(await house.authority.calls()).toEqual({});
    const head = await house.company.call('HEAD', `/invalidate/status/${document['document_id']}`);
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('answers for a CCF that a full note has cancelled with that note', async () => {
    const ccf = await soldToTaxpayer(house.company);
    const note = await noted(house.company, ccf, { full_adjustment: true });
    const { is_duplicate: _, ...answered } = await invalidate(house.company, ccf);
    expect(await statusOf(ccf)).toEqual({ ...answered, is_duplicate: false });
    expect(answered).toMatchObject({ credit_memo_id: note['document_id'], created_credit_memo: false });
  });
});
