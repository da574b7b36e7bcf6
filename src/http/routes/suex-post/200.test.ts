import { describe, expect, it } from 'vitest';
import { sharedHouse } from '../../../../test/support/house.ts';
import { invoiceBody, lineBody, subjectBody, suexBody } from '../../../../test/support/request-bodies.ts';
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

  it('is stamped for every kind of document, with everything that a purchase can carry', async () => {
    const subjects = [
      { document_type: '02', document_number: 'RES-123' },
      { document_type: '03', document_number: 'PAS-123' },
      { document_type: '36', nit: '0614-010190-001-8' },
      { document_type: undefined, document_number: 'OTRO-1' },
    ];
    for (const subject of subjects) {
      const answer = await buy(
        suexBody({
          subject: subjectBody({ document_number: undefined, phone: '7777-7777', ...subject }),
          lines: [
            lineBody({ discount_percentage: 5 }),
            lineBody({ is_service: true, unit_price: 100, quantity: 1.5 }),
          ],
          transaction_condition: 2,
          deadline: 2,
          period: 3,
          payment_method: '14',
          observations: 'Compra de café',
        }),
      );
      expect(answer.body).toEqual(STAMPED);
    }
  });

  it('answers the original to a second request', async () => {
    const body = suexBody();
    const original = await buy(body);
    expect((await buy({ ...body, subject: subjectBody({ name: 'Otra Persona' }) })).body).toEqual({
      ...original.body,
      is_duplicate: true,
    });
  });

  it('keeps number and code of a rejected purchase for the corrected one', async () => {
    const body = suexBody();
    const rejected = await buy({ ...body, subject: subjectBody({ email: 'sin-arroba' }) });
    expect(rejected.body).toEqual({
      ...STAMPED,
      success: false,
      dte_success: false,
      rejected: true,
      dte_state: 'RECHAZADO',
      codigo_msg: '096',
      reception_stamp: '',
      observaciones: [expect.stringContaining('correo')],
    });
    const { document_id, control_number, generation_code } = rejected.body;
    expect((await buy(body)).body).toEqual({ ...STAMPED, document_id, control_number, generation_code });
  });

  it('waits in contingency with its number while the authority is down', async () => {
    await house.authority.script({ service: 'all', action: 'down', forMs: 60_000 });
    const body = suexBody();
    const waiting = await buy(body);
    expect(waiting.body).toEqual({
      ...STAMPED,
      dte_success: false,
      contingency: true,
      reception_stamp: '',
      codigo_msg: '',
    });
    await house.authority.behave();
    const { control_number } = waiting.body;
    expect((await buy(body)).body).toEqual({ ...STAMPED, control_number });
  });

  it('shares the company’s series with its sales', async () => {
    const company = await house.addCompany();
    const numbers = [
      await company.post('/suex', suexBody()),
      await company.post('/invoice', invoiceBody()),
      await company.post('/suex', suexBody()),
    ].map(({ body }) => body['control_number']);
    expect(numbers).toEqual([
      'DTE-14-M001P001-000000000000001',
      'DTE-01-M001P001-000000000000002',
      'DTE-14-M001P001-000000000000003',
    ]);
  });
});
