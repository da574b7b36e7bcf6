import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackServer, startHttpServer } from '../test/loopback/http-server.ts';
import { createClient, type SelloClient } from './client.ts';

let server: LoopbackServer;
let client: SelloClient;
beforeAll(async () => {
  server = await startHttpServer((_request, response) => {
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end('{"detail":"Documento no encontrado","code":"document_not_found"}');
  });
  client = createClient({ baseUrl: server.url, apiKey: 'sello_test_x' });
});
afterAll(() => server.close());

const LINES = [{ description: 'Pan', quantity: 1, unit_price: 1 }];

describe('a reference', () => {
  it.each(['.', '..', '', '   ', '\t\0', '\ud800', 'a\udc00b'])(
    'is not sent where no address can carry it: %j',
    async (name) => {
      const before = server.requests.length;
      const calls = [
        client.getStatus(name),
        client.getSuexStatus(name),
        client.getCreditMemoStatus(name),
        client.invalidateDocument(name),
        client.invalidateSuex(name),
        client.getInvalidationStatus(name),
        client.getSuexInvalidationStatus(name),
        client.getFile(name, { type: 'json' }),
        client.createInvoice({ external_ref: name, lines: LINES }),
        client.createSuex({ external_ref: name, subject: { name: 'Persona Ficticia' }, lines: LINES }),
        client.createCreditMemo({ external_ref: name, document_id: 'CAJA1-6' }),
      ];
      const ends = await Promise.allSettled(calls);
      expect(ends).toEqual(calls.map(() => ({ status: 'rejected', reason: expect.any(TypeError) })));
      expect(server.requests).toHaveLength(before);
    },
  );

  it.each(['...', '.a', '%2e%2e', 'a/../b', 'a?b#c', 'Niño 7', '../..'])(
    'arrives as it is: %j',
    async (name) => {
      await expect(client.getStatus(name)).rejects.toMatchObject({ status: 404 });
      const path = server.requests.at(-1)?.path ?? '';
      expect([path.slice(0, 8), decodeURIComponent(path.slice(8))]).toEqual(['/status/', name]);
    },
  );
});
