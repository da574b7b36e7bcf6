import { afterAll, expect, it } from 'vitest';
import { openHouse } from '../../../../test/support/house.ts';
import { textOf } from '../../../../test/support/http-caller.ts';
import { invoiceBody } from '../../../../test/support/request-bodies.ts';
import { expectError } from '../../../../test/support/response-headers.ts';
import { shared } from '../../../../test/support/shared.ts';
import { LINKS_OF_DOCUMENT } from '../../../operations/access/buckets.ts';

const house = shared(() => openHouse());
afterAll(() => house.close());

it('asks whoever opens the links of one document without end to wait, and nobody else', async () => {
  const issued = await Promise.all([1, 2].map(() => house.company.post('/invoice', invoiceBody())));
  const [link = '', other = ''] = issued.map((answer) => {
    const { pathname, search } = new URL(textOf(answer, 'json_url'));
    return pathname + search;
  });
  const stranger = house.caller(null);
  const answers = await Promise.all(
    Array.from({ length: LINKS_OF_DOCUMENT.burst + 20 }, () => stranger.get(link)),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expectError(answer, 429, 'link_rate_limited');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await stranger.get(other)).status).toBe(200);
  const [path] = link.split('&token=');
  expect((await house.company.get(path ?? '')).status).toBe(200);
});

it('answers whoever goes on all the same more slowly', async () => {
  const issued = await house.company.post('/invoice', invoiceBody());
  const { pathname, search } = new URL(textOf(issued, 'json_url'));
  const stranger = house.caller(null);
  await Promise.all(
    Array.from({ length: LINKS_OF_DOCUMENT.burst + 60 }, () => stranger.get(pathname + search)),
  );
  const started = performance.now();
  for (let turn = 0; turn < 60; turn += 1) await stranger.get(pathname + search);
  // Five milliseconds lie between two of them, but for those that the bucket lets pass meanwhile.
  expect(performance.now() - started).toBeGreaterThan(250);
});
