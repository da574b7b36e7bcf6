import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXCHANGES, EXPORTS } from '../../src/http/openapi/exchanges.ts';
import { type MailServer, openMailServer } from '../mail/mail-server.ts';
import { INVALIDATION } from '../support/cancelling.ts';
import { PUBLIC_URL } from '../support/composition.ts';
import { type OwnHouse, openHouse } from '../support/house.ts';
import type { Answer } from '../support/http-caller.ts';
import { mailAccount } from '../support/mail-account.ts';
import { expectError, expectHeaders } from '../support/response-headers.ts';
import { readDocument } from './description.ts';
import { makeExchange, makeExchanges, ROUTES, settled } from './exchange-runner.ts';

const RECORDED = resolve(import.meta.dirname, '../../src/http/openapi/example-answers.json');

let house: OwnHouse;
let mailServer: MailServer;
let answers: ReadonlyMap<string, Answer>;
beforeAll(async () => {
  // A mail server that takes its time, so that every message is shown as it waits.
  mailServer = await openMailServer();
  await mailServer.tell({ hangs: true });
  const account = mailAccount({ port: mailServer.port });
  house = await openHouse({
    company: { file: { ...INVALIDATION, slug: 'panaderia-ejemplo' } },
    mail: { account },
    rehearsals: { pollMs: 20, rest: 0 },
  });
  answers = await makeExchanges(house);
  if (process.env['SELLO_UPDATE'] === '1')
    writeFileSync(RECORDED, `${JSON.stringify(settled(answers), null, 1)}\n`);
}, 60_000);
afterAll(async () => {
  await house.close();
  await mailServer.close();
});

const document = readDocument();

/** These take neither body nor parameters beside their address: nobody can fill in anything wrong. */
const WITHOUT_FIELDS = [
  'listF07Months',
  'getInvalidationStatus',
  'getSuexInvalidationStatus',
  'listDocumentEvents',
  'getRehearsal',
];

describe('the examples of the interface’s description', () => {
  it.for(EXCHANGES)('get the status they promise: $operationId $name', (exchange) => {
    const answer = answers.get(`${exchange.operationId}.${exchange.name}`);
    expect([answer?.status, answer?.text]).toEqual([exchange.status, expect.any(String)]);
    if (answer !== undefined) expectHeaders(answer);
  });

  it('get the answers they show, but for identities and times', () => {
    const recorded: unknown = JSON.parse(readFileSync(RECORDED, 'utf8'));
    expect(settled(answers), 'SELLO_UPDATE=1 records them anew').toEqual(recorded);
  });

  it.for(EXCHANGES)('fit the schemas, as do the answers: $operationId $name', (exchange) => {
    const { operationId, name, status, body } = exchange;
    const operation = document.operation(operationId);
    const answer = answers.get(`${operationId}.${name}`);
    if (status === 200 && EXPORTS.includes(operationId)) return;
    const shown = operation.example(status, name);
    expect(operation.answerProblems(status, shown)).toEqual([]);
    if (answer !== undefined)
      expect(operation.answerProblems(status, answer.body['list'] ?? answer.body)).toEqual([]);
    if (status === 200 && body !== undefined) expect(operation.bodyProblems(body)).toEqual([]);
  });

  it('exist for every operation, body and answer', () => {
    for (const { operationId } of ROUTES) {
      const statuses = EXCHANGES.filter((one) => one.operationId === operationId).map(({ status }) => status);
      expect([operationId, statuses.includes(200), statuses.includes(400)]).toEqual([
        operationId,
        true,
        !WITHOUT_FIELDS.includes(operationId),
      ]);
    }
  });
});

const examples = ROUTES.map(({ operationId }) => {
  const exchange = EXCHANGES.find((one) => one.operationId === operationId && one.status === 200);
  if (exchange === undefined) throw new Error(`no example of ${operationId}`);
  return exchange;
});

describe('the shared answers of the description', () => {
  it('are those to strangers, to callers who call too often, and of a broken house', async () => {
    const [stranger, hasty] = [
      house.caller(null),
      await house.company.withKey({ perMinute: 1000, perHour: 1 }),
    ];
    await hasty.get('/catalogs/units?search=zzz');
    for (const exchange of examples) {
      expectError(await makeExchange(stranger, exchange), 401, 'unauthorized');
      expectError(await makeExchange(hasty, exchange), 429, 'rate_limited_hour');
    }
    await house.sql('ALTER TABLE rate_windows RENAME TO elsewhere');
    for (const exchange of examples)
      expectError(await makeExchange(house.company, exchange), 500, 'internal_error');
    await house.sql('ALTER TABLE elsewhere RENAME TO rate_windows');
  });

  it('are shown with the bodies they have', async () => {
    expect((await house.caller('sello_test_mal').get('/status/x')).body).toEqual(
      document.sharedExample('Unauthorized', 'unauthorized'),
    );
    expect((await house.company.get('/status/nada')).body).toEqual(
      document.sharedExample('NotFound', 'document_not_found'),
    );
    expect((await house.company.get('/invalidate/status/CAJA1-000123')).body).toEqual(
      document.sharedExample('NotFound', 'never_invalidated'),
    );
    expect((await house.company.get('/rehearsals/nada')).body).toEqual(
      document.sharedExample('NotFound', 'rehearsal_not_found'),
    );
  });
});

describe('what is served to everybody', () => {
  const everybody = [
    '/openapi.json',
    '/docs',
    '/docs/start.js',
    '/docs/swagger-ui.css',
    '/docs/swagger-ui-bundle.js',
  ];

  it.each(everybody)('needs no key and counts for nobody: %s', async (path) => {
    const caller = await house.company.withKey({ perMinute: 100, perHour: 100 });
    for (const one of [house.caller(null), caller, house.caller('sello_test_x')]) {
      const answer = await one.get(path);
      expect(answer.status).toBe(200);
      expectHeaders(answer);
    }
    const { headers } = await caller.get('/catalogs/units?search=zzz');
    expect(headers['x-ratelimit-remaining-hour']).toBe('99');
  });

  it('is the committed description, with the address of this installation', async () => {
    const { body } = await house.caller(null).get('/openapi.json');
    expect(body).toEqual({
      ...document.document,
      servers: [{ url: PUBLIC_URL }, expect.objectContaining({ url: '.' })],
    });
  });

  it('is a page that takes everything from this node', async () => {
    const page = await house.caller(null).get('/docs');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    const places = [...page.text.matchAll(/<(?:link|script) [^>]*(?:src|href)="([^"]+)"/g)].map(
      ([, place = '']) => place,
    );
    expect(places.length).toBe(4);
    for (const place of places) expect((await house.caller(null).get(`/${place}`)).status).toBe(200);
    const start = await house.caller(null).get('/docs/start.js');
    const loaded = page.text.replaceAll(/<a [^>]*>/g, '');
    expect(`${loaded}${start.text}`).not.toMatch(/https?:|\/\//);
    expect(start.text).toContain("url: 'openapi.json'");
  });
});
