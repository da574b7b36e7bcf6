import { expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse({ company: { certificate: 'none' } });

it('says which annexes there are', async () => {
  for (const annex of ['3', '01', 'control', 'x'.repeat(200)]) {
    const answer = await house.company.get(`/reports/f07/2026-11/annexes/${annex}`);
    expectError(answer, 404, 'annex_not_found');
    expect(answer.body['detail']).toContain('1, 2, 5, 9, anulados y f14');
  }
});
