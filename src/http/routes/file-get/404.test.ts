import { beforeAll, describe, expect, it } from 'vitest';
import { openHouse } from '../../../../test/support/house.ts';
import { textOf } from '../../../../test/support/http-caller.ts';
import { invoiceBody, suexBody } from '../../../../test/support/request-bodies.ts';
import { expectError } from '../../../../test/support/response-headers.ts';
import { shared } from '../../../../test/support/shared.ts';
import { sharedHouse } from '../../../../test/support/shared-house.ts';

const house = sharedHouse();
let id: string;
let token: string;

const stranger = shared(() => house.addCompany());
beforeAll(async () => {
  const issued = await house.company.post('/invoice', invoiceBody({ external_ref: 'secreta' }));
  id = textOf(issued, 'document_id');
  token = new URL(textOf(issued, 'json_url')).searchParams.get('token') ?? '';
  expect((await house.caller(null).get(`/file/${id}?type=json&token=${token}`)).status).toBe(200);
});

describe('GET /file by key', () => {
  it('finds none of a document that was numbered and never signed', async () => {
    const company = await house.addCompany();
    const body = invoiceBody();
    await company.post('/invoice', body);
    await house.sql('DELETE FROM attempts WHERE company_id = $1', [company.companyId]);
    for (const type of ['json', 'invoice', 'ticket'])
      expectError(await company.get(`/file/${body['external_ref']}?type=${type}`), 404, 'document_not_found');
  });

  it('finds no event of a document that nobody cancelled', async () => {
    expectError(await house.company.get(`/file/${id}?type=invalidation`), 404, 'document_not_found');
  });

  it('finds no ticket of a document that is no invoice', async () => {
    const issued = await house.company.post('/suex', suexBody());
    expect([issued.status, issued.body['ticket_url']]).toEqual([200, null]);
    const path = `/file/${issued.body['document_id']}`;
    expectError(await house.company.get(`${path}?type=ticket`), 404, 'document_not_found');
    expect((await house.company.get(`${path}?type=invoice`)).status).toBe(200);
  });
});

describe('GET /file by the token of a link', () => {
  it('is nothing beside a key, unless it is the right one', async () => {
    for (const wrong of ['', 'x', `${token}A`])
      expect((await house.company.get(`/file/${id}?type=json&token=${wrong}`)).status).toBe(200);
    expect((await house.company.get(`/file/secreta?type=json&token=`)).status).toBe(200);
    expectError(await stranger.get(`/file/${id}?type=json&token=x`), 404, 'document_not_found');
    expect((await stranger.get(`/file/${id}?type=json&token=${token}`)).status).toBe(200);
    const nobody = house.caller('sello_test_nadie');
    expectError(await nobody.get(`/file/${id}?type=json&token=x`), 401, 'unauthorized');
    expect((await nobody.get(`/file/${id}?type=json&token=${token}`)).status).toBe(200);
  });

  it('opens nothing at another installation', async () => {
    const elsewhere = await openHouse({ company: { certificate: 'none' } });
    const answer = await elsewhere.caller(null).get(`/file/${id}?type=json&token=${token}`);
    expectError(answer, 404, 'document_not_found');
    await elsewhere.close();
  });
});
