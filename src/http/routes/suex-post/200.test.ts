import { describe, expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { suexBody } from '../../../../test/support/request-bodies.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';

const house = sharedHouse();

const STAMPED = {
  success: true,
  dte_success: true,
  contingency: false,
  rejected: false,
  posted: true,
  is_duplicate: false,
  document_id: expect.any(String),
  external_ref: expect.any(String),
  control_number: expect.stringMatching(/^DTE-14-M001P001-\d{15}$/),
  generation_code: expect.stringMatching(/^[0-9A-F-]{36}$/),
  reception_stamp: expect.stringMatching(/^[0-9A-Z]{40}$/),
  dte_state: '',
  dte_message: expect.any(String),
  observaciones: [],
  codigo_msg: '001',
  ticket_url: null,
  invoice_url: expect.stringMatching(/^https:/),
  json_url: expect.stringMatching(/^https:/),
};

function buy(body: unknown) {
  return house.company.post('/suex', body);
}

describe('POST /suex', () => {
  it('answers every field of the specification and no other', async () => {
    const answer = await buy(suexBody({ external_ref: 'compra-1' }));
    expect([answer.status, answer.body]).toEqual([200, { ...STAMPED, external_ref: 'compra-1' }]);
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
});
