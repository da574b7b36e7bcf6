import { afterEach, describe, expect, it } from 'vitest';
import { type LoopbackServer, startHttpServer } from '../test/loopback/http-server.ts';
import { type ClientOptions, createClient, type SelloClient } from './client.ts';
import { CLOCK } from './clock.ts';
import { NoAnswer, RequestRefused } from './failure.ts';

/** What a server says: its status, the type of its content, the content, and when to come back. */
type Said = readonly [status: number, type: string, body: string, retryAfter?: string];

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML = '<html>Portal</html>';
const ISSUED = JSON.stringify({
  success: true,
  dte_success: true,
  contingency: false,
  rejected: false,
  observaciones: [],
  control_number: 'DTE-01-M001P001-000000000000001',
  is_duplicate: false,
});
/** Pauses for a moment only. */
const HASTY = { ...CLOCK, sleep: () => CLOCK.sleep(5) };
const SALE = { external_ref: 'CAJA1-7', lines: [{ description: 'Pan', quantity: 1, unit_price: 1 }] };

let server: LoopbackServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

/** A client of a server that says these, one after another, and the last for ever. */
async function clientOf(said: readonly Said[], options: Partial<ClientOptions> = {}): Promise<SelloClient> {
  server = await startHttpServer((_request, response) => {
    const count = server?.requests.length ?? 1;
    const [status, type, body, retryAfter] = said[count - 1] ?? said.at(-1) ?? [200, JSON_TYPE, ISSUED];
    const headers = {
      'content-type': type,
      ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    };
    response.writeHead(status, headers).end(body);
  });
  return createClient({ baseUrl: server.url, apiKey: 'sello_test_x', clock: HASTY, ...options });
}

const requests = () => server?.requests ?? [];

describe('an answer that is not whole or not the service’s', () => {
  it.for<readonly [string, Said]>([
    ['cut off', [200, JSON_TYPE, ISSUED.slice(0, -20)]],
    ['empty', [200, JSON_TYPE, '']],
    ['somebody else’s JSON', [200, JSON_TYPE, '{"portal":"login"}']],
    ['a list', [200, JSON_TYPE, '[]']],
    ['a page', [200, 'text/html', HTML]],
    ['a PDF', [200, 'application/pdf', '%PDF-1.7 %%EOF']],
    ['the form of an answer without its type', [200, 'text/plain', ISSUED]],
    ['a status that has no place here', [201, JSON_TYPE, ISSUED]],
    ['408 of a proxy', [408, 'text/html', HTML]],
    ['425', [425, 'text/html', HTML]],
    ['503 of a proxy', [503, 'text/html', HTML]],
  ])('is unheard, and asked for again with the same reference: %s', async ([, said]) => {
    const client = await clientOf([said, [200, JSON_TYPE, ISSUED]]);
    expect((await client.createInvoice(SALE)).control_number).toBe('DTE-01-M001P001-000000000000001');
    expect(requests().map(({ body }) => body)).toEqual([JSON.stringify(SALE), JSON.stringify(SALE)]);
  });

  it('is no answer when nothing else comes', async () => {
    const client = await clientOf([[200, JSON_TYPE, '{"portal":"login"}']], { patienceMs: 400 });
    const failure = await client.createInvoice(SALE).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NoAnswer);
    expect(failure).toMatchObject({ tries: requests().length, message: expect.stringContaining('18 bytes') });
    expect(requests().length).toBeGreaterThan(1);
  });

  it.for<readonly ['json' | 'ticket', Said, Said]>([
    ['json', [200, JSON_TYPE, '{"portal":"login"}'], [200, JSON_TYPE, '{"identificacion":{}}']],
    ['json', [200, 'application/pdf', '%PDF-1.7 %%EOF'], [200, JSON_TYPE, '{"identificacion":{}}']],
    ['ticket', [200, JSON_TYPE, '{"portal":"login"}'], [200, 'application/pdf', '%PDF-1.7 x %%EOF\n']],
    ['ticket', [200, 'application/pdf', '%PDF-1.7 x'], [200, 'application/pdf', '%PDF-1.7 x %%EOF\n']],
  ])('is no file either: %s', async ([type, strange, whole]) => {
    const client = await clientOf([strange, whole]);
    const { bytes } = await client.getFile('CAJA1-7', { type });
    expect([new TextDecoder().decode(bytes), requests().length]).toEqual([whole[2], 2]);
  });
});

describe('a request that is turned away', () => {
  it.for<readonly [number, string]>([
    [401, HTML],
    [403, HTML],
    [404, '{"detail":"Not Found"}'],
    [405, '{"detail":["Not Allowed"],"code":405}'],
    [413, HTML],
    [400, '{"detail":"x","code":"y","errors":"z"}'],
  ])('by something else than the service has no answer: %i %s', async ([status, body]) => {
    const client = await clientOf([[status, body === HTML ? 'text/html' : JSON_TYPE, body]]);
    const failure = await client.createInvoice(SALE).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NoAnswer);
    expect(failure).toMatchObject({ tries: 1, message: expect.stringContaining(`status ${status}`) });
    expect(requests()).toHaveLength(1);
  });

  it('by the service is refused', async () => {
    const body =
      '{"detail":"lines: Es obligatorio.","code":"invalid_request","errors":[{"field":"lines","message":"Es obligatorio."}]}';
    const client = await clientOf([[400, JSON_TYPE, body]]);
    const failure = await client.createInvoice(SALE).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RequestRefused);
    expect(failure).toMatchObject({ status: 400, refusal: JSON.parse(body) });
    expect(requests()).toHaveLength(1);
  });
});

describe('a server that asks to come back at once', () => {
  it.for<readonly [number, string]>([
    [429, '0'],
    [503, '0'],
    [429, '-1'],
  ])('is given its pauses nevertheless: %i, Retry-After %s', async ([status, retryAfter]) => {
    const client = await clientOf([[status, JSON_TYPE, '{}', retryAfter]], { patienceMs: 900, clock: CLOCK });
    await expect(client.listUnits()).rejects.toBeInstanceOf(NoAnswer);
    expect(requests().length).toBeGreaterThan(1);
    expect(requests().length).toBeLessThan(6);
  });
});
