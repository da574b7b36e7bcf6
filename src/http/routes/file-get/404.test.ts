import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { PUBLIC_URL } from '../../../../test/support/composition.ts';
import { type HouseCompany, openHouse, sharedHouse } from '../../../../test/support/house.ts';
import { textOf } from '../../../../test/support/http-caller.ts';
import { invoiceBody, suexBody } from '../../../../test/support/request-bodies.ts';
import { expectError } from '../../../../test/support/response-headers.ts';

const house = sharedHouse();
let stranger: HouseCompany;
let id: string;
let token: string;

beforeAll(async () => {
  stranger = await house.addCompany();
  const issued = await house.company.post('/invoice', invoiceBody({ external_ref: 'secreta' }));
  id = textOf(issued, 'document_id');
  token = new URL(textOf(issued, 'json_url')).searchParams.get('token') ?? '';
  expect((await house.caller(null).get(`/file/${id}?type=json&token=${token}`)).status).toBe(200);
});

const NOT_FOUND = { detail: 'Documento no encontrado', code: 'document_not_found' };

describe('GET /file by key', () => {
  it('answers the same to another company as to a document that does not exist', async () => {
    const none = await stranger.get(`/file/${randomUUID()}?type=json`);
    expectError(none, 404, 'document_not_found');
    expect(none.body).toEqual(NOT_FOUND);
    for (const name of [id, 'secreta']) {
      const answer = await stranger.get(`/file/${name}?type=json`);
      expect([answer.status, answer.text]).toEqual([404, none.text]);
      expect(Object.keys(answer.headers)).toEqual(Object.keys(none.headers));
    }
  });

  it('finds none of a document that was numbered and never signed', async () => {
    const company = await house.addCompany();
    const body = invoiceBody();
    await company.post('/invoice', body);
    await house.sql('DELETE FROM attempts WHERE company_id = $1', [company.companyId]);
    for (const type of ['json', 'invoice', 'ticket'])
      expectError(await company.get(`/file/${body['external_ref']}?type=${type}`), 404, 'document_not_found');
  });

  it('finds no event of a document that nobody took back', async () => {
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
  const open = (path: string) => house.caller(null).get(path);

  it('opens nothing with a token that was changed anywhere', async () => {
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'A' ? 'B' : 'A';
      const changed = `${token.slice(0, index)}${other}${token.slice(index + 1)}`;
      const answer = await open(`/file/${id}?type=json&token=${changed}`);
      expect([index, answer.status, answer.body]).toEqual([index, 404, NOT_FOUND]);
    }
  });

  it('opens nothing with no token, half of it, more than it, or one of our form from elsewhere', async () => {
    const wrong = ['', 'x', token.slice(0, -1), `${token}A`, token.split('.')[0], `.${token.split('.')[1]}`];
    for (const text of [...wrong, `${token}%00`, `%20${token}`, 'A'.repeat(5000)])
      expectError(await open(`/file/${id}?type=json&token=${text}`), 404, 'document_not_found');
  });

  it('fits no other document, type, reference or company', async () => {
    const other = await house.company.post('/invoice', invoiceBody());
    const theirs = await stranger.post('/invoice', invoiceBody());
    const theirToken = new URL(textOf(theirs, 'json_url')).searchParams.get('token') ?? '';
    const [theirCompany] = theirToken.split('.');
    const [, ourCode] = token.split('.');
    const paths = [
      `/file/${other.body['document_id']}?type=json&token=${token}`,
      `/file/${theirs.body['document_id']}?type=json&token=${token}`,
      `/file/${id}?type=json&token=${theirToken}`,
      `/file/${id}?type=json&token=${theirCompany}.${ourCode}`,
      `/file/${id}?type=invoice&token=${token}`,
      `/file/${id}?type=ticket&token=${token}`,
      `/file/${id}?token=${token}`,
      `/file/secreta?type=json&token=${token}`,
    ];
    for (const path of paths) expectError(await open(path), 404, 'document_not_found');
  });

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

  it('is part of an address that begins with the public one', () => {
    expect(PUBLIC_URL).toMatch(/^https:/);
  });
});
