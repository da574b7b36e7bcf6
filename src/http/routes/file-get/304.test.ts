import { expect, it } from 'vitest';
import { childrenOf } from '../../../../test/support/child-processes.ts';
import { ownHouse } from '../../../../test/support/house.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { expectHeaders } from '../../../../test/support/response-headers.ts';

const house = ownHouse();

it.each(['json', 'ticket'])('sends %s again only where it has changed', async (type) => {
  const { body } = await house.company.post('/invoice', invoiceBody());
  const path = `/file/${body['document_id']}?type=${type}`;
  const first = await house.company.get(path);
  const etag = first.headers['etag'] ?? '';
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await house.company.get(path, { 'if-none-match': known });
    expect([known, again.status, again.text, again.headers['etag']]).toEqual([known, 304, '', etag]);
    expectHeaders(again);
  }
  expect((await house.company.get(path, { 'if-none-match': '"another"' })).text).toBe(first.text);
});

it.runIf(process.platform === 'linux')('draws nothing for whoever has it already', async () => {
  const { body } = await house.company.post('/invoice', invoiceBody());
  const path = `/file/${body['document_id']}?type=invoice`;
  const known = (await house.company.get(path)).headers['etag'] ?? '';
  // The processes that draw begin with the first order that a node draws.
  const fresh = house.company.at(await house.addNode());
  const presses = childrenOf(process.pid, 'press-process.ts').length;
  expect((await fresh.get(path, { 'if-none-match': known })).status).toBe(304);
  expect(childrenOf(process.pid, 'press-process.ts')).toHaveLength(presses);
  expect((await fresh.get(path)).headers['etag']).toBe(known);
  expect(childrenOf(process.pid, 'press-process.ts')).toHaveLength(presses + 1);
});
