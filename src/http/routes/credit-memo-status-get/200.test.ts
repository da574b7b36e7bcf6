import { expect, it } from 'vitest';
import { ccfBody, lineBody, noteBody } from '../../../../test/support/request-bodies.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

type Json = Readonly<Record<string, unknown>>;

const house = sharedHouse();

async function sell(): Promise<Json> {
  return (await house.company.post('/invoice', ccfBody())).body;
}

async function statusOf(idOrRef: unknown): Promise<Json> {
  const answer = await house.company.get(`/credit-memo/status/${idOrRef}`);
  expect(answer.status, answer.text).toBe(200);
  expectHeaders(answer);
  return answer.body;
}

it('tells what every status tells, and what of which CCF the note adjusts', async () => {
  const ccf = await sell();
  const body = noteBody(ccf['document_id'], { lines: [lineBody({ quantity: 4 })] });
  const { body: issued } = await house.company.post('/credit-memo', body);
  const { body: plain } = await house.company.get(`/status/${body['external_ref']}`);
  const status = await statusOf(body['external_ref']);
  expect(status).toEqual({
    ...plain,
    ccf_document_id: ccf['document_id'],
    ccf_control_number: ccf['control_number'],
    ccf_adjusted_amount: 4.52,
    ccf_fully_adjusted: false,
  });
  expect(status).toMatchObject({
    doc_type: '05',
    control_number: issued['control_number'],
    dte_success: true,
    amount_taxable: 4,
    amount_vat: 0.52,
    amount_total: 4.52,
    ticket_url: null,
    invoice_url: expect.any(String),
    invalidated: false,
    credit_memo_id: null,
    json_url: expect.stringMatching(/^https:/),
  });
  expect(await statusOf(issued['document_id'])).toEqual(status);
});

it('shows a rejected note, which takes nothing, and asks the authority nothing', async () => {
  const ccf = await sell();
  await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096', times: 1 });
  const note = noteBody(ccf['document_id'], { full_adjustment: true });
  await house.company.post('/credit-memo', note);
  const before = await house.authority.calls();
  expect(await statusOf(note['external_ref'])).toMatchObject({
    success: false,
    rejected: true,
    posted: true,
    dte_state: 'RECHAZADO',
    ccf_adjusted_amount: 11.3,
    ccf_fully_adjusted: false,
  });
  expect(await house.authority.calls()).toEqual(before);
});

it('gives the signed note at the link of the status', async () => {
  const ccf = await sell();
  const note = noteBody(ccf['document_id']);
  const { body: issued } = await house.company.post('/credit-memo', note);
  const status = await statusOf(note['external_ref']);
  const { pathname, search } = new URL(String(status['json_url']));
  const file = await house.caller(null).get(pathname + search);
  expect([file.status, file.body]).toEqual([200, issued['dte']]);
});

it('shows the signed note and the answer to it to whoever asks for them', async () => {
  const ccf = await sell();
  const { body: issued } = await house.company.post('/credit-memo', noteBody(ccf['document_id']));
  const plain = await statusOf(issued['document_id']);
  const { schema, response, ...rest } = await statusOf(`${issued['document_id']}?include_dte=1`);
  expect(rest).toEqual(plain);
  expect(schema).toMatchObject({
    identificacion: { tipoDte: '05', numeroControl: issued['control_number'] },
  });
  expect(response).toMatchObject({ estado: 'PROCESADO', selloRecibido: issued['reception_stamp'] });
  expect(await statusOf(`${issued['document_id']}?include_dte=0`)).toEqual(plain);
});
