import { afterAll, beforeAll, expect, it } from 'vitest';
import { type House, openHouse } from '../../../../test/support/house.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';

let house: House;

beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

it.each(['json', 'ticket'])('sends %s again only where it has changed', async (type) => {
  const { body } = await house.company.post('/invoice', invoiceBody());
  const path = `/file/${body['document_id']}?type=${type}`;
  const first = await house.company.get(path);
  const known = first.headers['etag'] ?? '';
  const again = await house.company.get(path, { 'if-none-match': known });
  expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', known]);
  expectHeaders(again);
  expect((await house.company.get(path, { 'if-none-match': '"another"' })).text).toBe(first.text);
});
