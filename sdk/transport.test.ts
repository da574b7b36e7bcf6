import { describe, expect, it } from 'vitest';
import { NoAnswer, RequestRefused } from './failure.ts';
import type { TransportOptions } from './options.ts';
import { type Call, createTransport } from './transport.ts';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const GOOD = () => new Response('{"success":true}', { headers: JSON_TYPE });
const status =
  (code: number, headers = {}, body = '') =>
  () =>
    new Response(body, { status: code, headers: { ...JSON_TYPE, ...headers } });
const broken = (): Response => {
  throw new TypeError('fetch failed');
};

/** A service that answers with these, one after another, at a clock that only sleeping moves. */
function serviceWith(answers: readonly (() => Response)[], options: Partial<TransportOptions> = {}) {
  const sent: { readonly url: string; readonly body: unknown; readonly key: string | null }[] = [];
  const pauses: number[] = [];
  let nowMs = 0;
  const transport = createTransport({
    baseUrl: 'https://sello.example.com/',
    apiKey: 'sello_test_x',
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers);
      sent.push({ url: String(url), body: init?.body, key: headers.get('authorization') });
      return (answers[sent.length - 1] ?? answers.at(-1) ?? broken)();
    },
    clock: {
      now: () => nowMs,
      sleep: async (delayMs) => {
        pauses.push(delayMs);
        nowMs += delayMs;
      },
      random: () => 1,
    },
    ...options,
  });
  return { transport, sent, pauses };
}

const SALE: Call<string> = {
  method: 'POST',
  path: '/invoice',
  body: { external_ref: 'a', lines: [] },
  read: ({ contentType, bytes }) =>
    contentType.startsWith('application/json') ? new TextDecoder().decode(bytes) : null,
};

describe('a call', () => {
  it.each([
    ['a broken line', broken],
    ['500', status(500)],
    ['502 in HTML', () => new Response('<html>', { status: 502 })],
    ['503', status(503)],
    ['a page of somebody else', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('is sent again, byte for byte, after %s', async (_what, answer) => {
    const { transport, sent, pauses } = serviceWith([answer, answer, GOOD]);
    expect(await transport(SALE)).toBe('{"success":true}');
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(sent[0]).toEqual({
      url: 'https://sello.example.com/invoice',
      body: JSON.stringify(SALE.body),
      key: 'Bearer sello_test_x',
    });
    expect(pauses).toEqual([250, 500]);
  });

  it.each([429, 503])('waits as long as a %i asks for', async (code) => {
    const { transport, pauses } = serviceWith([status(code, { 'retry-after': '7' }), GOOD]);
    await transport(SALE);
    expect(pauses).toEqual([7_000]);
  });

  it('pauses longer each time, and eight seconds at most', async () => {
    const { transport, pauses } = serviceWith([...Array.from({ length: 8 }, () => broken), GOOD]);
    await transport(SALE);
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  it('gives up when its patience is over, and says that nothing is known', async () => {
    const { transport, sent, pauses } = serviceWith([status(503)], { patienceMs: 2_000 });
    const failure = await transport(SALE).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NoAnswer);
    expect(failure).toMatchObject({ tries: sent.length, message: expect.stringContaining('status 503') });
    expect(pauses).toEqual([250, 500, 1000]);
  });

  it('does not wait for a 429 that asks for more than its patience', async () => {
    const { transport, sent } = serviceWith([status(429, { 'retry-after': '3600' })], { patienceMs: 60_000 });
    await expect(transport(SALE)).rejects.toBeInstanceOf(NoAnswer);
    expect(sent).toHaveLength(1);
  });

  it.each([400, 401, 404])('is not sent again after %i, which says why', async (code) => {
    const body = '{"detail":"Es obligatorio.","code":"invalid_request","errors":[]}';
    const { transport, sent } = serviceWith([status(code, {}, body)]);
    const failure = await transport(SALE).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RequestRefused);
    expect(failure).toMatchObject({
      status: code,
      refusal: { code: 'invalid_request', detail: 'Es obligatorio.' },
    });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['a broken line', broken],
    ['500', status(500)],
    ['503 that may have been too late', status(503, {}, '{"detail":"x","code":"unavailable"}')],
  ])('that is to be sent once is not sent again after %s', async (_what, answer) => {
    const { transport, sent } = serviceWith([answer, GOOD]);
    await expect(transport({ ...SALE, isOnce: true })).rejects.toBeInstanceOf(NoAnswer);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['429', status(429)],
    ['503 of a busy service', status(503, {}, '{"detail":"x","code":"busy"}')],
  ])('that is to be sent once is sent again after %s, because nothing was begun', async (_what, answer) => {
    const { transport } = serviceWith([answer, GOOD]);
    expect(await transport({ ...SALE, isOnce: true })).toBe('{"success":true}');
  });

  it('that is to be sent once has all the time of its patience', async () => {
    const { transport } = serviceWith([], {
      timeoutMs: 20,
      fetch: (_url, init) =>
        new Promise((resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
          setTimeout(() => resolve(GOOD()), 60);
        }),
    });
    expect(await transport({ ...SALE, isOnce: true })).toBe('{"success":true}');
  });

  it('is given up after its time, and sent again', async () => {
    let calls = 0;
    const { transport } = serviceWith([], {
      timeoutMs: 20,
      fetch: (_url, init) => {
        calls += 1;
        if (calls > 1) return Promise.resolve(GOOD());
        return new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        });
      },
    });
    await transport(SALE);
    expect(calls).toBe(2);
  });
});
