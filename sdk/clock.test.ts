import { afterEach, describe, expect, it } from 'vitest';
import { type LoopbackServer, type Respond, startHttpServer } from '../test/loopback/http-server.ts';
import { type ClientOptions, createClient, type SelloClient } from './client.ts';
import { CLOCK, withDeadline } from './clock.ts';
import { NoAnswer } from './failure.ts';

let server: LoopbackServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const SALE = { external_ref: 'CAJA1-7', lines: [{ description: 'Pan', quantity: 1, unit_price: 1 }] };
const silent: Respond = () => undefined;
/** A beginning whose end never comes. */
const dripping: Respond = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"success":');
};
const busy: Respond = (_request, response) => {
  response.writeHead(503, { 'retry-after': '5' }).end();
};

async function clientOf(respond: Respond, options: Partial<ClientOptions> = {}): Promise<SelloClient> {
  server = await startHttpServer(respond);
  return createClient({ baseUrl: server.url, apiKey: 'sello_test_x', ...options });
}

async function durationOf(work: Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work.catch(() => undefined);
  return performance.now() - startedMs;
}

describe('the patience of a client', () => {
  it.for<readonly [string, Respond]>([
    ['is silent', silent],
    ['stops in the middle', dripping],
  ])('ends the try that outlasts it, where a server %s', async ([, respond]) => {
    const client = await clientOf(respond, { patienceMs: 300, timeoutMs: 5_000 });
    const call = client.createInvoice(SALE);
    expect(await durationOf(call)).toBeLessThan(1_500);
    await expect(call).rejects.toBeInstanceOf(NoAnswer);
    await expect(call).rejects.toThrow(/^no answer after 1 try: no answer within 300 ms$/);
  });

  it('leaves the last try what is left', async () => {
    const client = await clientOf(silent, { patienceMs: 1_000, timeoutMs: 400 });
    const call = client.createInvoice(SALE);
    expect(await durationOf(call)).toBeLessThan(1_400);
    await expect(call).rejects.toMatchObject({ tries: 2 });
  });
});

describe('the signal of a call', () => {
  const reason = new Error('the cashier left');

  it.for<readonly [string, Respond]>([
    ['is not answered', silent],
    ['is answered in part', dripping],
    ['waits for its next try', busy],
  ])('ends it at once where it %s', async ([, respond]) => {
    const ending = new AbortController();
    const client = await clientOf(respond);
    setTimeout(() => ending.abort(reason), 100);
    const call = client.createInvoice(SALE, { signal: ending.signal });
    expect(await durationOf(call)).toBeLessThan(1_500);
    await expect(call).rejects.toBe(reason);
    expect(server?.requests).toHaveLength(1);
  });

  it('keeps a call from being sent', async () => {
    const client = await clientOf(silent);
    const options = { signal: AbortSignal.abort(reason) };
    const calls = [
      client.createInvoice(SALE, options),
      client.createSuex({ ...SALE, subject: { name: 'x' } }, options),
      client.createCreditMemo({ external_ref: 'a', document_id: 'b' }, options),
      client.previewDocument(SALE, options),
      client.previewPaper(SALE, { as: 'ticket', ...options }),
      client.listDocumentEvents('a', options),
      client.mailDocument('a', undefined, options),
      client.getStatus('a', options),
      client.getSuexStatus('a', options),
      client.getCreditMemoStatus('a', options),
      client.getFile('a', { type: 'json', ...options }),
      client.invalidateDocument('a', {}, options),
      client.invalidateSuex('a', undefined, options),
      client.getInvalidationStatus('a', options),
      client.getSuexInvalidationStatus('a', options),
      client.createRehearsal({ generation: 'v2' }, options),
      client.getRehearsal('a', options),
      client.listActivities('a', options),
      client.listDepartments(undefined, options),
      client.listUnits('a', options),
      client.searchDistricts(options),
      client.listCatalog('countries', options),
      client.listDocuments(options),
      client.documentPages(options).next(),
      client.exportCsv(options),
      client.exportXlsx(options),
      client.exportZip(options),
      client.getF07('2026-11', options),
      client.getF07Annex('2026-11', '1', options),
      client.listF07Months(options),
      client.classifyF07('2026-11', { income_type: 2 }, options),
      client.closeF07('2026-11', {}, options),
      client.getF07Closing('2026-11', options),
      client.getF07ClosedFile('2026-11', 1, 'anexo01-2026-11.csv', options),
      client.getF07Difference('2026-11', options),
      client.getF07Reconciliation('2026-11', options),
      client.getBook('2026-11', 'contribuyentes', options),
    ];
    const ends = await Promise.allSettled(calls);
    expect(ends).toEqual(calls.map(() => ({ status: 'rejected', reason })));
    expect([calls.length, server?.requests.length]).toEqual([Object.keys(client).length, 0]);
  });

  it('is left without a listener when the call is over', async () => {
    const { signal } = new AbortController();
    const heard: string[] = [];
    const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      heard.push('added');
      add(...given);
    };
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      heard.push('removed');
      remove(...given);
    };
    await CLOCK.sleep(1, signal);
    await withDeadline({ timeoutMs: 1_000, signal }, async () => undefined);
    expect(heard).toEqual(['added', 'removed', 'added', 'removed']);
  });

  it('ends even what takes no notice of it', async () => {
    const never = () => new Promise<never>(() => undefined);
    await expect(withDeadline({ timeoutMs: 20 }, never)).rejects.toThrow('no answer within 20 ms');
    await expect(withDeadline({ timeoutMs: 9_000, signal: AbortSignal.abort(reason) }, never)).rejects.toBe(
      reason,
    );
    await expect(CLOCK.sleep(9_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
