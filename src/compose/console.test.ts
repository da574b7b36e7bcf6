import { get } from 'node:http';
import { expect, it } from 'vitest';
import { pageOf, signedIn } from '../../test/support/console-caller.ts';
import { copySale } from '../../test/support/copied-sales.ts';
import { openHouse } from '../../test/support/house.ts';
import { invoiceBody } from '../../test/support/request-bodies.ts';
import { freePort } from '../../test/support/sello-process.ts';
import { SESSION_COOKIE } from '../console/tokens.ts';

it('leaves the console out where it is turned off', async () => {
  const house = await openHouse({ console: { isOn: false } });
  const answer = await house.caller(null).get('/app/entrar');
  expect([answer.status, answer.body['code']]).toEqual([404, 'path_not_found']);
  await house.close();
});

it('gives the console a port of its own', async () => {
  const port = await freePort();
  const house = await openHouse({ console: { port } });
  const pages = { ...house.node, url: `http://127.0.0.1:${port}` };
  expect((await house.caller(null).get('/app/entrar')).status).toBe(404);
  expect((await house.caller(null, pages).get('/app/entrar')).text).toContain('<h1>Entrar</h1>');
  expect((await house.caller(house.company.key, pages).get('/status/x')).status).toBe(404);
  await house.close();
  await expect(fetch(`${pages.url}/app/entrar`)).rejects.toThrow();
});

it('does not wait at its end for whoever downloads and reads no further', { timeout: 30_000 }, async () => {
  const house = await openHouse();
  const { token } = await signedIn(house, { role: 'accountant' });
  const address = `${house.node.url}${pageOf(house, '/documentos/exportar.csv')}`;
  await house.company.post('/invoice', invoiceBody());
  // More than the network between the two keeps.
  await copySale(house, 25_000);
  await new Promise((resolve, reject) => {
    const headers = { cookie: `${SESSION_COOKIE}=${token}` };
    get(address, { headers, agent: false }, resolve).once('error', reject);
  });
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const since = performance.now();
  await house.close();
  expect(performance.now() - since).toBeLessThan(15_000);
});
