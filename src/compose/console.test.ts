import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { openHouse } from '../../test/support/house.ts';

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

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
