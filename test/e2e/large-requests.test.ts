import { afterAll, expect, it } from 'vitest';
import { openDurableHouse, serveProduct } from '../door/product.ts';
import { invoiceBody, lineBody } from '../support/request-bodies.ts';
import { shared } from '../support/shared.ts';
import { sharedPlace } from '../support/shared-place.ts';

const folder = sharedPlace();
const house = shared(() => openDurableHouse({}));
const product = shared(() => serveProduct(house, { haciendaUrl: house.authority.url, folder }));
afterAll(() => house.close());

it('sello serve issues a document of 2,000 lines in its second thread, and ends in order', async () => {
  const here = house.company.at({ ...house.node, url: product.url });
  await house.authority.forgetCalls();
  const lines = Array.from({ length: 2_000 }, () => lineBody());
  for (const body of [invoiceBody(), invoiceBody({ lines }), invoiceBody({ lines })])
    expect(await here.post('/invoice', body)).toMatchObject({ status: 200, body: { dte_success: true } });
  // Each of the two threads signs in once.
  expect(await house.authority.calls()).toMatchObject({ auth: 2, recepcion: 3 });
  const metrics = await (await fetch(`${product.operatorUrl}/metrics`)).text();
  expect(metrics).toMatch(/^sello_issuances_total\{[^}]*outcome="stamped"[^}]*\} 3$/m);
  expect(metrics).toMatch(/^sello_http_requests_total\{route="\/invoice"[^}]*\} 3$/m);
  const said = (await product.end()).toString();
  expect(said.match(/"route":"\/invoice"/g)).toHaveLength(3);
  expect(said).not.toMatch(/"level":(40|50|60)/);
});
