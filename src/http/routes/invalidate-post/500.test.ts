import { describe, expect, it } from 'vitest';
import { aheadClock, FORGOTTEN_MS } from '../../../../test/support/ahead-clock.ts';
import { INVALIDATION, invalidate, sold } from '../../../../test/support/cancelling.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

describe('POST /invalidate of a company that cannot sign', () => {
  const clock = aheadClock();
  const house = ownHouse({ company: { file: INVALIDATION }, clock });

  it('answers 500 and registers nothing, until the certificate holds again', async () => {
    const [document, gone] = [await sold(house.company), await sold(house.company)];
    await invalidate(house.company, gone);
    await house.sql("UPDATE certificates SET not_after = now() - interval '1 day'");
    clock.pass(FORGOTTEN_MS);
    const answer = await house.company.call('POST', `/invalidate/${document['document_id']}`);
    expectError(answer, 500, 'signing_failed');
    expect(answer.body['detail']).toContain('El certificado de la empresa venció.');
    expect(
      await house.sql('SELECT 1 FROM invalidations WHERE document_id = $1', [document['document_id']]),
    ).toEqual([]);
    expect(await invalidate(house.company, gone)).toMatchObject({ is_duplicate: true });
    await house.sql("UPDATE certificates SET not_after = now() + interval '1 year'");
    clock.pass(FORGOTTEN_MS);
    expect(await invalidate(house.company, document)).toMatchObject({ dte_success: true });
  });
});
