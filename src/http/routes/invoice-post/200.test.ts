import { describe, expect, it } from 'vitest';
import { openHouse } from '../../../../test/support/house.ts';
import { textOf } from '../../../../test/support/http-caller.ts';
import {
  rejectedAnswer,
  stampedAnswer,
  UUID,
  waitingAnswer,
} from '../../../../test/support/issued-answers.ts';
import { contribuyenteBody, invoiceBody, lineBody } from '../../../../test/support/request-bodies.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse();

const STAMPED = stampedAnswer('01');
const CONTINGENCY = waitingAnswer('01');
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

  it('takes an empty list for none', async () => {
    const body = { ...invoiceBody({ external_ref: 'sin-listas' }), payments: [], appendix: [] };
    expect((await issue({ ...body, payment_method: '05' })).body).toEqual({
      ...STAMPED,
      external_ref: 'sin-listas',
    });
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
});

describe('POST /invoice, rejected', () => {
  it('answers 200 with the authority’s own words', async () => {
    const answer = await issue(invoiceBody(WRONG_EMAIL));
    expect([answer.status, answer.body]).toEqual([
      200,
      { ...rejectedAnswer('01'), observaciones: [expect.stringContaining('correo')] },
    ]);
    expectHeaders(answer);
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
