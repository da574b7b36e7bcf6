import { expect, it } from 'vitest';
import { stampedAnswer } from '../../../../test/support/issued-answers.ts';
import { suexBody } from '../../../../test/support/request-bodies.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse();

it('answers every field of the specification and no other', async () => {
  const answer = await house.company.post('/suex', suexBody({ external_ref: 'compra-1' }));
  expect([answer.status, answer.body]).toEqual([200, { ...stampedAnswer('14'), external_ref: 'compra-1' }]);
  expectHeaders(answer);
  const [row] = (await house.authority.ledger(house.company.nit)).slice(-1);
  expect(row).toMatchObject({
    state: 'stamped',
    tipoDte: '14',
    montoTotal: '1.13',
    numeroControl: answer.body['control_number'],
    sello: answer.body['reception_stamp'],
  });
});
