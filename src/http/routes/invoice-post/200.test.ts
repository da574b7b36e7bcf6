import { describe, expect, it } from 'vitest';
import { openHouse, sharedHouse } from '../../../../test/support/house.ts';
import { textOf } from '../../../../test/support/http-caller.ts';
import { contribuyenteBody, invoiceBody, lineBody } from '../../../../test/support/request-bodies.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';

const house = sharedHouse();

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CODE = /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/;

/** All that specification 2.1 names, for a document with a seal. */
const STAMPED = {
  success: true,
  dte_success: true,
  contingency: false,
  rejected: false,
  posted: true,
  is_duplicate: false,
  document_id: expect.stringMatching(UUID),
  external_ref: expect.any(String),
  control_number: expect.stringMatching(/^DTE-01-M001P001-\d{15}$/),
  generation_code: expect.stringMatching(CODE),
  reception_stamp: expect.stringMatching(/^[0-9A-Z]{40}$/),
  dte_state: '',
  dte_message: expect.any(String),
  observaciones: [],
  codigo_msg: '001',
  ticket_url: expect.stringMatching(/^https:.*\?type=ticket&token=/),
  invoice_url: expect.stringMatching(/^https:.*\?type=invoice&token=/),
  json_url: expect.stringMatching(
    /^https:\/\/sello\.example\.com\/file\/[0-9a-f-]{36}\?type=json&token=\S+$/,
  ),
};

const CONTINGENCY = {
  ...STAMPED,
  dte_success: false,
  contingency: true,
  reception_stamp: '',
  codigo_msg: '',
};

const REJECTED = {
  ...STAMPED,
  success: false,
  dte_success: false,
  rejected: true,
  reception_stamp: '',
  dte_state: 'RECHAZADO',
  observaciones: [expect.stringContaining('correo')],
  codigo_msg: '096',
};

const WRONG_EMAIL = { customer: { name: 'Cliente Ficticio', email: 'sin-arroba' } };

function issue(body: unknown) {
  return house.company.post('/invoice', body);
}

describe('POST /invoice, stamped', () => {
  it('answers every field of the specification and no other', async () => {
    const answer = await issue(invoiceBody({ external_ref: 'mostrador/ñ 1' }));
    expect([answer.status, answer.body]).toEqual([200, { ...STAMPED, external_ref: 'mostrador/ñ 1' }]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expectHeaders(answer);
    const [row] = (await house.authority.ledger(house.company.nit)).slice(-1);
    expect(row).toMatchObject({
      state: 'stamped',
      codigoGeneracion: answer.body['generation_code'],
      numeroControl: answer.body['control_number'],
      sello: answer.body['reception_stamp'],
      montoTotal: '1.13',
      timesReceived: 1,
    });
  });

  it('makes a reference where the caller sends none, or null', async () => {
    for (const external_ref of [undefined, null]) {
      const { body } = await issue(invoiceBody({ external_ref }));
      expect(body).toEqual({ ...STAMPED, external_ref: expect.stringMatching(UUID) });
    }
  });

  it('takes null for every optional field that it names', async () => {
    const nothing = { customer: null, customer_name: null, payments: null, appendix: null, export: null };
    const line = lineBody({ discount_percentage: null, code: null, unit: null, sale_type: null });
    expect((await issue(invoiceBody({ ...nothing, doc_type: null, lines: [line] }))).body).toEqual(STAMPED);
  });

  it('takes everything that a factura can carry', async () => {
    const answer = await issue(
      invoiceBody({
        doc_type: '01',
        transaction_condition: 2,
        deadline: 1,
        period: 30,
        activity_code: '47111',
        customer: { name: 'Cliente Ficticio', document_type: '13', document_number: '00000001-8' },
        lines: [
          lineBody({ quantity: 2.5, discount_percentage: 10, code: 'PAN-1', unit: '59', item_type: 1 }),
          lineBody({ description: 'Libro «ñandú»', sale_type: 'exempt', item_type: 2 }),
        ],
        payments: [
          { method: '01', amount: 1, reference: null },
          { method: '10', reference: 'TR-1' },
        ],
        establishment: 'M001',
        point_of_sale: 'P001',
        observations: 'Entregar por la tarde',
        redirect_email: 'otra@example.com',
        redirect_whatsapp: '+503 7777-7777',
        appendix: [{ field: 'orden', label: 'Orden de compra', value: '77' }],
      }),
    );
    expect(answer.body).toEqual(STAMPED);
  });

  it('takes 2000 lines, and a description of 1000 characters of any plane', async () => {
    const lines = Array.from({ length: 2000 }, () => lineBody({ unit_price: 0.01 }));
    expect((await issue(invoiceBody({ lines }))).body).toEqual(STAMPED);
    const description = '😀'.repeat(1000);
    expect((await issue(invoiceBody({ lines: [lineBody({ description })] }))).body).toEqual(STAMPED);
  });

  it('takes a reference of 100 characters and a body that names no key twice as it is', async () => {
    const external_ref = `${'é'.repeat(98)}😀/`;
    const answer = await issue(invoiceBody({ external_ref }));
    expect(answer.body).toEqual({ ...STAMPED, external_ref });
    const found = await house.company.get(`/status/${encodeURIComponent(external_ref)}`);
    expect(found.body['document_id']).toBe(answer.body['document_id']);
  });

  it('tells the remarks of a stamp in its message, because it is no rejection', async () => {
    await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '002' });
    const { body } = await issue(invoiceBody());
    expect(body).toEqual({ ...STAMPED, codigo_msg: '002' });
    expect(body['dte_message']).toMatch(/CALCULO INCORRECTO/);
  });

  it('numbers in the order of its documents, whatever their type', async () => {
    const first = await issue(invoiceBody());
    const second = await issue(invoiceBody({ doc_type: '03', customer: contribuyenteBody() }));
    expect(second.body['control_number']).toMatch(/^DTE-03-M001P001-\d{15}$/);
    const [a, b] = [first, second].map((answer) => Number(textOf(answer, 'control_number').slice(-15)));
    expect(b).toBe((a ?? 0) + 1);
  });
});

describe('POST /invoice of a company that changes its generation', () => {
  it('is the same before and after, and a rejected document goes on under the new one', async () => {
    const company = await house.addCompany({ file: { schema_generation: 'v1' } });
    const body = invoiceBody();
    const rejected = await company.post('/invoice', { ...body, ...WRONG_EMAIL });
    expect((await company.post('/invoice', invoiceBody())).body).toEqual(STAMPED);
    await company.change({ schema_generation: 'v2' });
    const stamped = await company.post('/invoice', body);
    expect(stamped.body).toEqual({ ...STAMPED, control_number: rejected.body['control_number'] });
    const rows = await house.authority.ledger(company.nit, 'stamped');
    expect(rows.map(({ version }) => version)).toEqual([1, 2]);
  });
});

describe('POST /invoice, duplicate', () => {
  it('answers the original, with nothing new, whatever the payload is now', async () => {
    const body = invoiceBody();
    const original = await issue(body);
    const before = await house.authority.calls();
    for (const again of [body, { ...body, lines: [lineBody({ unit_price: 99 })] }]) {
      const answer = await issue(again);
      expect([answer.status, answer.body]).toEqual([200, { ...original.body, is_duplicate: true }]);
    }
    expect(await house.authority.calls()).toEqual(before);
  });

  it('is another company’s own document where that company uses the same reference', async () => {
    const body = invoiceBody();
    const other = await house.addCompany();
    const [ours, theirs] = [await issue(body), await other.post('/invoice', body)];
    expect(theirs.body).toEqual({ ...STAMPED, control_number: 'DTE-01-M001P001-000000000000001' });
    expect(theirs.body['document_id']).not.toBe(ours.body['document_id']);
  });

  it('tells references apart byte by byte', async () => {
    const [upper, lower] = [
      await issue(invoiceBody({ external_ref: 'Venta' })),
      await issue(invoiceBody({ external_ref: 'venta' })),
    ];
    expect(lower.body).toEqual({ ...STAMPED, external_ref: 'venta' });
    expect(lower.body['document_id']).not.toBe(upper.body['document_id']);
  });
});

describe('POST /invoice, rejected', () => {
  it('answers 200 with the authority’s own words', async () => {
    const answer = await issue(invoiceBody(WRONG_EMAIL));
    expect([answer.status, answer.body]).toEqual([200, REJECTED]);
    expectHeaders(answer);
  });

  it('keeps number, code, identifier and date for the corrected document', async () => {
    const body = invoiceBody();
    const rejected = await issue({ ...body, ...WRONG_EMAIL });
    const before = await house.company.get(`/status/${body['external_ref']}`);
    const corrected = {
      ...body,
      customer: { name: 'Cliente Ficticio' },
      lines: [lineBody({ unit_price: 2.26 })],
    };
    const stamped = await issue(corrected);
    const { document_id, control_number, generation_code } = rejected.body;
    expect(stamped.body).toEqual({ ...STAMPED, document_id, control_number, generation_code });
    const after = await house.company.get(`/status/${body['external_ref']}`);
    expect(before.body).toMatchObject({ rejected: true, amount_total: 1.13 });
    expect(after.body).toMatchObject({ dte_success: true, amount_total: 2.26 });
    expect(after.body['posted_date']).toBe(before.body['posted_date']);
    const rows = await house.authority.ledger(house.company.nit);
    const ofNumber = rows.filter((row) => row.codigoGeneracion === generation_code);
    expect(ofNumber.map(({ state, montoTotal }) => [state, montoTotal])).toEqual([
      ['rejected', null],
      ['stamped', '2.26'],
    ]);
  });

  it('can be rejected again', async () => {
    const body = invoiceBody(WRONG_EMAIL);
    const [first, second] = [await issue(body), await issue(body)];
    expect(second.body).toEqual({ ...REJECTED, control_number: first.body['control_number'] });
  });
});

describe('POST /invoice, contingency', () => {
  it('answers 200 with a number where the authority is down, and the stamp at the next try', async () => {
    await house.authority.script({ service: 'all', action: 'down', forMs: 60_000 });
    const body = invoiceBody();
    const waiting = await issue(body);
    expect([waiting.status, waiting.body]).toEqual([200, CONTINGENCY]);
    expect(waiting.body['dte_message']).toMatch(/Hacienda no respondió/);
    expectHeaders(waiting);
    await house.authority.behave();
    const { document_id, control_number, generation_code } = waiting.body;
    const stamped = await issue(body);
    expect(stamped.body).toEqual({ ...STAMPED, document_id, control_number, generation_code });
  });

  it('does not ask for a second stamp where the first answer was lost', async () => {
    const body = invoiceBody();
    await house.authority.script(
      { service: 'recepcion', action: 'reset', when: 'after' },
      { service: 'consulta', action: 'reset' },
    );
    const waiting = await issue(body);
    expect(waiting.body).toEqual(CONTINGENCY);
    const adopted = await issue(body);
    const { document_id, control_number, generation_code } = waiting.body;
    const original = { ...STAMPED, document_id, control_number, generation_code };
    expect(adopted.body).toEqual({ ...original, codigo_msg: expect.any(String), is_duplicate: true });
    const rows = await house.authority.ledger(house.company.nit);
    expect(rows.filter((row) => row.numeroControl === control_number)).toMatchObject([{ timesReceived: 1 }]);
  });

  it.each([
    { action: 'status', status: 500 },
    { action: 'status', status: 503 },
    { action: 'html' },
    { action: 'empty' },
    { action: 'code', codigoMsg: '099' },
  ])('is what %j means', async (misbehaviour) => {
    await house.authority.script(
      { service: 'recepcion', times: 3, ...misbehaviour },
      { service: 'consulta', action: 'status', status: 500, times: 9 },
    );
    const answer = await issue(invoiceBody());
    expect([answer.status, answer.body]).toEqual([200, CONTINGENCY]);
  });
});

describe('POST /invoice to an authority that says nothing', () => {
  it('answers within the request budget', async () => {
    const quick = await openHouse({ times: { callTimeoutMs: 300, requestBudgetMs: 1_500 } });
    await quick.authority.script({ service: 'recepcion', action: 'silence', times: 9 });
    await quick.authority.script({ service: 'consulta', action: 'silence', times: 9 });
    const before = performance.now();
    const answer = await quick.company.post('/invoice', invoiceBody());
    expect(performance.now() - before).toBeLessThan(1_700);
    expect(answer.body).toEqual(CONTINGENCY);
    await quick.close();
  });
});
