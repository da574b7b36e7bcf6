import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/signer/api-key.ts';
import { type LoopbackServer, startHttpServer } from '../loopback/http-server.ts';
import { type MailServer, openMailServer } from '../mail/mail-server.ts';
import { makeMailTls } from '../mail/mail-tls.ts';
import type { HouseCompany, OwnHouse } from '../support/house.ts';
import type { Answer, Caller } from '../support/http-caller.ts';
import { invoiceBody } from '../support/request-bodies.ts';
import { sharedPlace } from '../support/shared-place.ts';
import { present } from '../support/storage-bench.ts';
import { until } from '../support/until.ts';
import { type Canary, encodingsOf, leaksIn } from './encodings.ts';
import { openDurableHouse, type Product, secretsOf, serveProduct } from './product.ts';

const MAIL_ACCOUNT = { host: 'localhost', secure: false, user: 'dte', from: 'dte@ejemplo.com' };
const REJECTIONS = 'rechazos@ejemplo.com';
const canaries: Canary[] = [];

function plant(name: string, secret: string | Buffer): string {
  canaries.push({ name: `${name} (${canaries.length + 1})`, secret: Buffer.from(secret) });
  return String(secret);
}

/** A password with everything that some encoding changes. */
function password(): string {
  return `Clavé "ñ"\\/+ ${randomBytes(9).toString('base64')}`;
}

let house: OwnHouse;
let authority: LoopbackServer;
let ofInstallation: MailServer;
let ofCompany: MailServer;
let node: Product;
const folder = sharedPlace();
let companies: readonly HouseCompany[];
let silent: readonly HouseCompany[];
const answers: Answer[] = [];
let said: Buffer;
let measures = '';
let tables = '';

/** Passes on what the node says to the authority, so that its tokens are seen. */
async function watchAuthority(url: string): Promise<LoopbackServer> {
  return startHttpServer(async ({ method, path, headers, body }, response) => {
    const { host: _, 'content-length': __, connection: ___, 'transfer-encoding': ____, ...passed } = headers;
    const sent = fetch(url + path, {
      method,
      headers: Object.entries(passed).map(([name, value]): [string, string] => [name, String(value)]),
      body: method === 'GET' ? null : body,
    });
    const answer = await sent.catch(() => null);
    if (answer === null) return void response.destroy();
    const type = answer.headers.get('content-type') ?? 'application/json';
    response.writeHead(answer.status, { 'content-type': type }).end(await answer.text());
  });
}

beforeAll(async () => {
  const tls = await makeMailTls();
  [ofInstallation, ofCompany] = await Promise.all([
    openMailServer('tls', tls),
    openMailServer('starttls', tls),
  ]);
  const smtpPassword = plant('password at the mail server of a company', password());
  house = await openDurableHouse({
    times: { callTimeoutMs: 400, requestBudgetMs: 1_500 },
    company: {
      password: plant('password of a certificate', password()),
      file: {
        delivery: {
          rejections_email: REJECTIONS,
          smtp: { ...MAIL_ACCOUNT, port: ofCompany.port },
        },
      },
      smtpPassword,
    },
  });
  const more = (certificate: 'valid' | 'expired' | 'none') =>
    house.addCompany({ certificate, password: plant('password at the authority', password()) });
  companies = [house.company, await more('valid'), await more('expired')];
  silent = await Promise.all(Array.from({ length: 14 }, () => more('none')));
  authority = await watchAuthority(house.authority.url);
  for (const [name, secret] of await secretsOf(house)) {
    plant(`${name} as text`, secret.toString('base64'));
    plant(`${name} as bytes`, secret);
  }
  for (const { certificate } of companies) plantPrivateKey(certificate);
  const work = join(folder, 'work');
  node = await serveProduct(house, {
    haciendaUrl: authority.url,
    folder: work,
    env: mailSettings(tls.cert, plant('password at the mail server of all', password())),
  });
  await workingDay();
  await mailOfTheDay(smtpPassword);
  measures = await (await fetch(`${node.operatorUrl}/metrics`)).text();
  said = await node.end();
  for (const token of authority.requests.flatMap(({ headers }) => headers.authorization ?? []))
    if (!canaries.some(({ secret }) => secret.equals(Buffer.from(token))))
      plant('token of the authority', token);
  tables = await allRows();
}, 120_000);
afterAll(async () => {
  await Promise.all([authority.close(), ofInstallation.close(), ofCompany.close()]);
  await house.close();
});

/** The mail server of everybody but the first company refuses the login, and repeats it in clear. */
function mailSettings(certificate: string, secret: string): Readonly<Record<string, string>> {
  const trusted = join(folder, 'trusted.pem');
  writeFileSync(trusted, certificate);
  return {
    NODE_EXTRA_CA_CERTS: trusted,
    SELLO_SMTP_URL: `smtps://todos:${encodeURIComponent(secret)}@localhost:${ofInstallation.port}`,
    SELLO_SMTP_FROM: 'todos@ejemplo.com',
  };
}

/** Messages that are taken, refused in words that repeat the password, and stopped at the login. */
async function mailOfTheDay(smtpPassword: string): Promise<void> {
  await ofCompany.messagesTo(REJECTIONS);
  const inBase64 = Buffer.from(`\0${MAIL_ACCOUNT.user}\0${smtpPassword}`).toString('base64');
  const recipients = [smtpPassword, inBase64].map((words) => `550 5.1.1 nobody knows ${words}`);
  await Promise.all([ofCompany.tell({ recipients }), ofInstallation.tell({ refusesLogins: true })]);
  const [own, other] = companies.map(({ key }) => callerAtNode(key));
  const sale = async (caller: Caller | undefined) => {
    const customer = { name: 'Cliente Ficticio', email: 'cliente@example.com' };
    const answer = await caller?.post('/invoice', invoiceBody({ customer }));
    return async () => {
      const { body } = await noted(present(caller).get(`/status/${answer?.body['external_ref']}`));
      return JSON.stringify(body['delivery']);
    };
  };
  const [first, second, third, kept] = [await sale(own), await sale(own), await sale(own), await sale(other)];
  await until(
    async () => /"failed"/.test(await first()) && /"failed"/.test(await second()),
    'messages given up',
  );
  await until(async () => /"sent"/.test(await third()), 'a message taken');
  await until(async () => /contraseña/.test(await kept()), 'a message stopped at the login');
}

/** The secret exponent stands for the key: before it stands the modulus, which is public. */
function plantPrivateKey(certificate: string): void {
  const [, key = ''] = /<privateKey>.*?<encodied>([^<]+)/s.exec(certificate) ?? [];
  plant('private key', Buffer.from(key, 'base64').subarray(400, 460));
}

const secretOf = (key: string) => key.split('_').at(-1)?.slice(0, 32) ?? '';

function callerAtNode(key: string): Caller {
  return house.caller(key, { url: node.url, close: async () => undefined });
}

function callerWith(key: string): Caller {
  plant('API key', secretOf(key));
  return callerAtNode(key);
}

async function noted(call: Promise<Answer>): Promise<Answer> {
  const answer = await call;
  answers.push(answer);
  return answer;
}

/** Sales that end well, rejected, in silence and in failure; callers with every kind of wrong key. */
async function workingDay(): Promise<void> {
  const [good, other, expired] = companies.map(({ key }) => callerWith(key));
  if (good === undefined || other === undefined || expired === undefined) throw new Error('no company');
  for (let sale = 0; sale < 4; sale += 1)
    await opened(good, await noted(good.post('/invoice', invoiceBody())));
  for (const caller of [good, expired])
    for (const query of ['', '?as=invoice', '?as=ticket'])
      await noted(caller.post(`/preview${query}`, invoiceBody()));
  await house.authority.script({ service: 'recepcion', action: 'code', codigoMsg: '096' });
  await noted(good.post('/invoice', invoiceBody()));
  await house.authority.script({ service: 'recepcion', action: 'reset', when: 'after' });
  await noted(other.post('/invoice', invoiceBody()));
  await house.authority.script({ service: 'all', action: 'silence', times: 3 });
  await noted(other.post('/invoice', invoiceBody()));
  await house.authority.behave();
  await noted(expired.post('/invoice', invoiceBody()));
  await notLetIn();
  for (const { key } of silent.slice(0, 2)) await noted(callerWith(key).post('/invoice', invoiceBody()));
  await strangers(good);
  await house.sql('ALTER TABLE rate_windows RENAME TO elsewhere');
  await noted(good.get('/catalogs/units'));
  await house.sql('ALTER TABLE elsewhere RENAME TO rate_windows');
  await house.sql('ALTER TABLE certificates RENAME TO elsewhere');
  await noted(good.post('/invoice', invoiceBody()));
  await house.sql('ALTER TABLE elsewhere RENAME TO certificates');
}

/** The company's password at the authority is another one than the node has. */
async function notLetIn(): Promise<void> {
  const { nit, certificate, key } = await house.addCompany({
    password: plant('password at the authority', password()),
  });
  const changed = plant('password at the authority', password());
  await house.authority.register({ nit, password: changed, ambiente: '00', certificate });
  await noted(callerWith(key).post('/invoice', invoiceBody()));
}

async function opened(caller: Caller, answer: Answer): Promise<void> {
  const link = new URL(String(answer.body['json_url']));
  const token = plant('token of a link', link.searchParams.get('token') ?? '');
  expect((await caller.get(link.pathname + link.search, { authorization: undefined })).status).toBe(200);
  await noted(caller.get(`/file/x?type=json&token=${token}`, { authorization: undefined }));
}

/** Secrets where callers put them by mistake. */
async function strangers(good: Caller): Promise<void> {
  const revoked = await companies[0]?.addKey();
  await companies[0]?.revoke(revoked?.id ?? '');
  const foreign = await companies[0]?.addForeignKey();
  const keys = [revoked?.key, foreign?.key, ...Array.from({ length: 14 }, () => createApiKey('00').text)];
  for (const key of keys) await noted(callerWith(key ?? '').get('/status/x'));
  const strange = () => plant('something secret', `${randomBytes(18).toString('base64')}é "x"`);
  const basic = Buffer.from(`usuario:${strange()}`).toString('base64');
  await noted(good.get('/status/x', { authorization: `Basic ${basic}` }));
  await noted(
    good.get('/status/x', {
      cookie: `s=${encodeURIComponent(strange())}`,
      'x-api-key': secretOf(good.key ?? ''),
    }),
  );
  await noted(good.get(`/status/${encodeURIComponent(strange())}`));
  await noted(good.get(`/nada/${encodeURIComponent(strange())}`));
  await noted(good.get(`/catalogs/units?api_key=${encodeURIComponent(strange())}`));
  await noted(good.post('/invoice', invoiceBody({ password: strange() })));
  await noted(good.post('/invoice', invoiceBody({ doc_type: strange() })));
  await noted(good.post('/preview', invoiceBody({ doc_type: strange() })));
  await noted(good.post('/invoice', `{"clave":"${Buffer.from(strange()).toString('hex')}",`));
}

async function allRows(): Promise<string> {
  const names = await house.sql`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`;
  const texts: string[] = [];
  for (const { name } of names) {
    const rows = await house.sql(`SELECT to_json(t)::text AS row FROM ${name} t`);
    texts.push(String(name), ...rows.map(({ row }) => String(row)));
  }
  return texts.join('\n');
}

function filesBelow(place: string): readonly string[] {
  const entries = readdirSync(place, { recursive: true }).map((name) => join(place, String(name)));
  return entries.filter((path) => statSync(path).isFile());
}

describe('of sixty secrets that a working day handles', () => {
  it('every kind is planted, and the day was one', () => {
    expect(canaries.length).toBeGreaterThanOrEqual(60);
    expect(new Set(canaries.map(({ secret }) => secret.toString('hex'))).size).toBe(canaries.length);
    const kinds = new Set(canaries.map(({ name }) => name.replace(/ \(.*/, '')));
    expect([...kinds]).toEqual(
      expect.arrayContaining(['token of the authority', 'token of a link', 'private key']),
    );
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 400, 401, 404, 500]));
    const flags = answers.map(({ body }) => [body['rejected'], body['contingency'], body['dte_success']]);
    expect(flags).toEqual(
      expect.arrayContaining([
        [true, false, false],
        [false, true, false],
        [false, false, true],
      ]),
    );
    expect(said.toString('utf8')).toMatch(/"event":"request_failed"/);
    expect(said.toString('utf8')).toMatch(/"event":"authority_refused_credentials","companyId":"[^"]+"/);
    expect(measures).toMatch(/_seconds_count\{service="auth",outcome="refused"\} [1-9]/);
    expect([ofCompany.logins(), ofInstallation.logins()].every((logins) => logins > 0)).toBe(true);
    expect(ofCompany.messages.map(({ secure, user }) => [secure, user])).toContainEqual([true, 'dte']);
  });

  it('none is in what the node said at its most talkative', () => {
    expect(said.length).toBeGreaterThan(1000);
    expect(leaksIn('the log', said, canaries)).toEqual([]);
  });

  it('none is in its measures', () => {
    expect(measures).toMatch(/^sello_/m);
    expect(leaksIn('the measures', Buffer.from(measures), canaries)).toEqual([]);
  });

  it('none is in an answer that refuses something', () => {
    const refusals = answers.filter(({ status }) => status >= 400);
    const text = refusals.map(({ text: body, headers }) => `${body}${JSON.stringify(headers)}`).join('\n');
    expect(refusals.length).toBeGreaterThan(15);
    expect(leaksIn('the refusals', Buffer.from(text), canaries)).toEqual([]);
  });

  it('none is in any table, sealed values included', () => {
    expect(tables).toContain('sello1.');
    expect(leaksIn('the tables', Buffer.from(tables), canaries)).toEqual([]);
  });

  it('none is in a file that the node left', () => {
    for (const path of filesBelow(folder)) expect(leaksIn(path, readFileSync(path), canaries)).toEqual([]);
  });
});

describe('the look for secrets', () => {
  it('finds each of them in each encoding, wherever it stands', () => {
    for (const canary of canaries) {
      for (const { encoding, bytes } of encodingsOf(canary.secret)) {
        const content = Buffer.concat([randomBytes(7), bytes, randomBytes(7)]);
        expect(leaksIn('', content, [canary])).toContain(`${canary.name} in : ${encoding}`);
      }
      for (const before of [0, 1, 2, 3])
        for (const encoding of ['base64', 'base64url'] as const) {
          const text = Buffer.concat([randomBytes(before), canary.secret, randomBytes(5)]).toString(encoding);
          expect(leaksIn('', Buffer.from(text), [canary]).length).toBeGreaterThan(0);
        }
    }
  });
});
