import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from '../support/house.ts';
import type { Answer } from '../support/http-caller.ts';
import { ccfBody, freshRef, invoiceBody, lineBody, noteBody, suexBody } from '../support/request-bodies.ts';
import { expectError } from '../support/response-headers.ts';
import { DOORS, FORGIVEN, REFUSED } from './table.ts';

let house: House;

beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

/** A reference and the fields of a row as the text of a body. */
function bodyText(fields: string): string {
  const line = JSON.stringify(lineBody());
  return `{"external_ref":"${freshRef()}",${fields.replace('LINES', `"lines":[${line}]`)}}`;
}

/** The signed document of an answer, but for its identity. */
async function documentOf({ body, text }: Answer): Promise<unknown> {
  expect(body, text).toMatchObject({ dte_success: true });
  const status = await house.company.get(`/status/${body['document_id']}?include_dte=1`);
  const { identificacion, ...document } = Object(status.body['schema']);
  expect(identificacion).toMatchObject({ ambiente: '00' });
  return document;
}

describe('a body that a program sends as it finds it', () => {
  it.each(FORGIVEN)('$sentence', async ({ sent, meant }) => {
    const forgiven = await house.company.post('/invoice', bodyText(sent));
    const plain = await house.company.post('/invoice', { external_ref: freshRef(), ...meant });
    expect(await documentOf(forgiven)).toEqual(await documentOf(plain));
  });

  it.each(REFUSED)('$sentence', async ({ sent, detail }) => {
    const answer = await house.company.post('/invoice', bodyText(sent));
    expectError(answer, 400, 'invalid_request');
    expect(answer.body['detail']).toBe(detail);
  });

  it('may say that it is not compressed', async () => {
    const identity = { 'content-encoding': 'identity' };
    expect((await house.company.post('/invoice', invoiceBody(), identity)).status).toBe(200);
  });
});

describe('the document type on its own route', () => {
  it('is 14 on /suex', async () => {
    const { body } = await house.company.post('/suex', suexBody({ doc_type: '14' }));
    expect(body).toMatchObject({ dte_success: true });
  });

  it('is 05 on /credit-memo', async () => {
    const { body: ccf } = await house.company.post('/invoice', ccfBody());
    const note = noteBody(ccf['document_id'], { doc_type: '05' });
    expect((await house.company.post('/credit-memo', note)).body).toMatchObject({ dte_success: true });
  });
});

describe('what is read', () => {
  it.each(DOORS)('$sentence', async ({ path, headers, stranger, status, says }) => {
    const answer = await (stranger ? house.caller(null) : house.company).get(path, headers);
    expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(says)]);
  });

  it('shows the signed note with include_dte=1', async () => {
    const { body: ccf } = await house.company.post('/invoice', ccfBody());
    const { body: note } = await house.company.post('/credit-memo', noteBody(ccf['document_id']));
    const path = `/credit-memo/status/${note['external_ref']}?include_dte=1`;
    expect((await house.company.get(path)).body).toMatchObject({
      schema: { identificacion: { tipoDte: '05' } },
    });
  });
});
