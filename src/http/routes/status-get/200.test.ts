import { describe, expect, it } from 'vitest';
import { isJson } from '../../../../test/support/http-caller.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse();

/** Issues and answers both what the issuance said and what the status says. */
async function statusOf(path: string, body: Readonly<Record<string, unknown>>) {
  const issued = await house.company.post(path, body);
  const status = await house.company.get(`/status/${body['external_ref']}`);
  expect([issued.status, status.status]).toEqual([200, 200]);
  expectHeaders(status);
  return { issued: issued.body, status: status.body };
}

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-06:00$/;

describe('GET /status', () => {
  it('repeats what the issuance said and adds what specification 2.2 names, and no more', async () => {
    const { issued, status } = await statusOf('/invoice', invoiceBody());
    expect(status).toEqual({
      ...issued,
      doc_type: '01',
      posted_date: expect.stringMatching(LOCAL_TIME),
      customer_name: 'Consumidor Final',
      amount_taxable: 1,
      amount_vat: 0.13,
      amount_gross: 1.13,
      amount_retention: 0,
      amount_total: 1.13,
      amount: 1.13,
      amount_ret: 0,
      invalidated: false,
      invalidation_state: 'none',
      credit_memo_id: null,
      delivery: { state: 'not_configured', recipients: [], redirect_whatsapp: null },
    });
    expect(status).toMatchObject({
      ticket_url: expect.any(String),
      invoice_url: expect.any(String),
      json_url: expect.any(String),
    });
    const posted = Date.parse(String(status['posted_date']));
    expect(Math.abs(Date.now() - posted)).toBeLessThan(60_000);
  });

  it('finds a document by its identifier and by its reference, which may hold anything', async () => {
    const external_ref = 'caja 1/ñ?#%&=+';
    const { body } = await house.company.post('/invoice', invoiceBody({ external_ref }));
    const byReference = await house.company.get(`/status/${encodeURIComponent(external_ref)}`);
    const byId = await house.company.get(`/status/${body['document_id']}`);
    const inCapitals = await house.company.get(`/status/${String(body['document_id']).toUpperCase()}`);
    expect([byReference.body['document_id'], byId.body, inCapitals.body]).toEqual([
      body['document_id'],
      byReference.body,
      byReference.body,
    ]);
  });

  it('shows rejection and contingency as they stand, and asks the authority nothing', async () => {
    const wrong = { customer: { name: 'Cliente Ficticio', email: 'sin-arroba' } };
    const rejected = await statusOf('/invoice', invoiceBody(wrong));
    expect(rejected.status).toMatchObject({
      success: false,
      rejected: true,
      posted: true,
      dte_state: 'RECHAZADO',
      codigo_msg: '096',
      observaciones: rejected.issued['observaciones'],
    });
    await house.authority.script({ service: 'all', action: 'down', forMs: 60_000 });
    const body = invoiceBody();
    const waiting = await statusOf('/invoice', body);
    expect(waiting.status).toMatchObject({
      success: true,
      contingency: true,
      posted: true,
      reception_stamp: '',
    });
    const before = await house.authority.calls();
    await house.company.get(`/status/${body['external_ref']}`);
    expect(await house.authority.calls()).toEqual(before);
  });

  it('shows the signed document and the raw answer where it is asked to', async () => {
    const { body } = await house.company.post('/invoice', invoiceBody());
    const path = `/status/${body['document_id']}`;
    const plain = await house.company.get(path);
    const { schema, response, ...rest } = (await house.company.get(`${path}?include_dte=1`)).body;
    expect(rest).toEqual(plain.body);
    expect(schema).toMatchObject({
      identificacion: {
        version: 2,
        ambiente: '00',
        tipoDte: '01',
        tipoModelo: 1,
        tipoOperacion: 1,
        numeroControl: body['control_number'],
        codigoGeneracion: body['generation_code'],
      },
      emisor: { nit: house.company.nit },
      resumen: { montoTotalOperacion: 1.13 },
    });
    expect(isJson(schema) ? Object.keys(schema) : []).not.toContain('firmaElectronica');
    expect(response).toMatchObject({ estado: 'PROCESADO', selloRecibido: body['reception_stamp'] });
    for (const none of ['0', 'false'])
      expect((await house.company.get(`${path}?include_dte=${none}`)).body).toEqual(plain.body);
    const all = await house.company.get(`${path}?include_dte=true`);
    expect(all.body).toEqual({ ...plain.body, schema, response });
  });

  it('answers HEAD without a body', async () => {
    const { body } = await house.company.post('/invoice', invoiceBody());
    const answer = await house.company.call('HEAD', `/status/${body['document_id']}`);
    expect([answer.status, answer.text]).toEqual([200, '']);
    expectHeaders(answer);
  });
});
