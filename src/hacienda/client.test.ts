import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  hostileAnswers,
  OUR_CODE,
  reception,
  rejection,
  SELLO,
} from '../../test/loopback/hostile-answers.ts';
import {
  type LoopbackServer,
  type ReceivedRequest,
  startHttpServer,
} from '../../test/loopback/http-server.ts';
import { startRawServer } from '../../test/loopback/raw-server.ts';
import type { AuthorityAccount, Submission } from '../operations/ports.ts';
import { createAuthority, type HaciendaAuthority } from './client.ts';

const PASSWORD = 'Clave-Secreta-2026&=ñ';
const JWS = `eyJhbGciOiJSUzUxMiJ9.${'c2VjcmV0bw'.repeat(20)}.firma_-`;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const accountOf = (companyId: string, ambiente: '00' | '01' = '00'): AuthorityAccount => ({
  companyId,
  ambiente,
  nit: '06140101900011',
});

function submissionOf(account: AuthorityAccount, codigoGeneracion = OUR_CODE): Submission {
  return { account, tipoDte: '03', version: 4, codigoGeneracion, jws: JWS, idEnvio: 7 };
}

type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

interface Script {
  /** What /seguridad/auth answers; a token that names user and count by default. */
  auth?: (response: ServerResponse, user: string, count: number) => void;
  /** What every other path answers; a stamp by default. */
  rest?: Answer;
}

interface Stage {
  readonly server: LoopbackServer;
  readonly script: Script;
  readonly auths: () => readonly ReceivedRequest[];
  readonly rests: () => readonly ReceivedRequest[];
}

const json = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
};

function grant(response: ServerResponse, token: string): void {
  json(response, 200, JSON.stringify({ status: 'OK', body: { token, tokenType: 'Bearer' } }));
}

async function stage(script: Script = {}): Promise<Stage> {
  const live: Script = { ...script };
  let authCount = 0;
  const server = await startHttpServer((request, response) => {
    if (request.path !== '/seguridad/auth') {
      return live.rest === undefined ? json(response, 200, reception()) : live.rest(response, request);
    }
    authCount += 1;
    const user = new URLSearchParams(request.body).get('user') ?? '';
    return live.auth === undefined
      ? grant(response, `Bearer ${user}.${authCount}`)
      : live.auth(response, user, authCount);
  });
  closers.push(server.close);
  return {
    server,
    script: live,
    auths: () => server.requests.filter(({ path }) => path === '/seguridad/auth'),
    rests: () => server.requests.filter(({ path }) => path !== '/seguridad/auth'),
  };
}

function authorityAt(testUrl: string, timeoutMs = 2_000, productionUrl = testUrl): HaciendaAuthority {
  const authority = createAuthority({
    testUrl,
    productionUrl,
    timeoutMs,
    credentials: async ({ companyId }) =>
      companyId === 'poor' ? null : { user: `user-${companyId}`, password: PASSWORD },
  });
  closers.push(authority.close);
  return authority;
}

describe('submitting a document', () => {
  it('signs in with a form, then posts what the manual asks for', async () => {
    const { server, auths, rests } = await stage();
    const verdict = await authorityAt(server.url).submit(submissionOf(accountOf('a')));
    expect(verdict).toMatchObject({ kind: 'stamped', stamp: { selloRecibido: SELLO } });
    expect(auths()).toMatchObject([
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'sello' },
        body: new URLSearchParams({ user: 'user-a', pwd: PASSWORD }).toString(),
      },
    ]);
    const [sent] = rests();
    expect(sent).toMatchObject({
      method: 'POST',
      path: '/fesv/recepciondte',
      headers: {
        authorization: 'Bearer user-a.1',
        'content-type': 'application/json',
        'user-agent': 'sello',
      },
    });
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      ambiente: '00',
      idEnvio: 7,
      version: 4,
      tipoDte: '03',
      documento: JWS,
      codigoGeneracion: OUR_CODE,
    });
  });

  it('tells stamped, rejected and registered apart', async () => {
    const { server, script } = await stage();
    const authority = authorityAt(server.url);
    const submit = () => authority.submit(submissionOf(accountOf('a')));
    script.rest = (response) => json(response, 400, rejection());
    expect((await submit()).kind).toBe('rejected');
    script.rest = (response) =>
      json(
        response,
        400,
        rejection({ codigoMsg: 4, descripcionMsg: '[identificacion.numeroControl] YA EXISTE' }),
      );
    expect(await submit()).toMatchObject({ kind: 'already_registered', field: 'numeroControl' });
  });

  it('goes to the environment of the company', async () => {
    const [test, production] = [await stage(), await stage()];
    const authority = authorityAt(test.server.url, 2_000, production.server.url);
    await authority.submit(submissionOf(accountOf('a', '01')));
    expect(test.server.requests).toEqual([]);
    expect(JSON.parse(production.rests()[0]?.body ?? '')).toMatchObject({ ambiente: '01' });
  });

  it('is silent for every hostile answer, over the same connections', async () => {
    const { server, script } = await stage();
    const authority = authorityAt(server.url);
    for (const { name, status, body } of hostileAnswers) {
      script.rest = (response) => void response.writeHead(status).end(body);
      const verdict = await authority.submit(submissionOf(accountOf('a')));
      expect([name, verdict.kind, verdict.kind === 'silent' && verdict.raw?.status]).toEqual([
        name,
        'silent',
        status,
      ]);
    }
    script.rest = (response) => json(response, 200, reception());
    expect((await authority.submit(submissionOf(accountOf('a')))).kind).toBe('stamped');
  });

  it('is silent after a reset that follows the request, and keeps what came of an answer', async () => {
    const { server, script } = await stage();
    const authority = authorityAt(server.url);
    script.rest = (response) => void response.socket?.resetAndDestroy();
    expect(await authority.submit(submissionOf(accountOf('a')))).toMatchObject({ kind: 'silent', raw: null });
    script.rest = (response) => {
      response.writeHead(200, { 'content-length': '500' }).write('{"estado":');
      setTimeout(() => response.destroy(), 20);
    };
    const verdict = await authority.submit(submissionOf(accountOf('a')));
    expect(verdict).toMatchObject({ kind: 'silent', raw: { status: 200, body: '{"estado":' } });
  });

  it('is silent for a compressed answer and for one beyond 1 MB, of which it keeps 64 KiB', async () => {
    const { server, script } = await stage();
    const authority = authorityAt(server.url);
    script.rest = (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(reception());
    expect((await authority.submit(submissionOf(accountOf('a')))).kind).toBe('silent');
    script.rest = (response) => json(response, 200, reception({ relleno: 'x'.repeat(1_100_000) }));
    const verdict = await authority.submit(submissionOf(accountOf('a')));
    expect(verdict).toMatchObject({ kind: 'silent', reason: 'an answer larger than 1 MB' });
    expect(verdict.kind === 'silent' && verdict.raw?.body.length).toBe(65_536);
  });

  it('follows no redirect', async () => {
    const [elsewhere, { server, script }] = [await stage(), await stage()];
    script.rest = (response) => void response.writeHead(307, { location: elsewhere.server.url }).end();
    expect(await authorityAt(server.url).submit(submissionOf(accountOf('a')))).toMatchObject({
      kind: 'silent',
    });
    script.auth = (response) => void response.writeHead(302, { location: elsewhere.server.url }).end();
    expect(await authorityAt(server.url).submit(submissionOf(accountOf('b')))).toMatchObject({
      kind: 'not_delivered',
    });
    expect(elsewhere.server.requests).toEqual([]);
  });
});

describe('a document that is certainly not delivered', () => {
  it('for lack of credentials, without a call', async () => {
    const { server } = await stage();
    const verdict = await authorityAt(server.url).submit(submissionOf(accountOf('poor')));
    expect(verdict).toEqual({ kind: 'not_delivered', reason: 'no credentials for this company', raw: null });
    expect(server.requests).toEqual([]);
  });

  it('when nobody listens', async () => {
    const gone = await startRawServer({});
    await gone.close();
    const verdict = await authorityAt(gone.url).submit(submissionOf(accountOf('a')));
    expect(verdict).toEqual({ kind: 'not_delivered', reason: 'authentication: ECONNREFUSED', raw: null });
  });

  it('when the authority vanished between the token and the document', async () => {
    const { server } = await stage();
    const authority = authorityAt(server.url);
    await authority.submit(submissionOf(accountOf('a')));
    await server.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const verdict = await authority.submit(submissionOf(accountOf('a')));
    expect(verdict).toEqual({ kind: 'not_delivered', reason: 'ECONNREFUSED', raw: null });
  });

  it('when the name or TLS fails', async () => {
    const plain = await startRawServer({ onText: (socket) => void socket.end('no TLS here') });
    closers.push(plain.close);
    for (const url of ['https://authority.invalid', `https://127.0.0.1:${plain.port}`]) {
      const verdict = await authorityAt(url).submit(submissionOf(accountOf('a')));
      expect(verdict.kind).toBe('not_delivered');
    }
  });

  it('after the client was closed', async () => {
    const { server } = await stage();
    const authority = authorityAt(server.url);
    await authority.submit(submissionOf(accountOf('a')));
    await authority.close();
    expect((await authority.submit(submissionOf(accountOf('a')))).kind).toBe('not_delivered');
  });
});

describe('a token', () => {
  it('is asked for once by a hundred submissions and reused', async () => {
    const { server, auths, rests } = await stage();
    const authority = authorityAt(server.url);
    await Promise.all(Array.from({ length: 100 }, () => authority.submit(submissionOf(accountOf('a')))));
    await authority.submit(submissionOf(accountOf('a')));
    expect(auths()).toHaveLength(1);
    expect(rests()).toHaveLength(101);
  });

  it('is never that of another company or environment', async () => {
    const { server, rests } = await stage();
    const authority = authorityAt(server.url);
    const accounts = ['a', 'b', 'c'].flatMap((id) => [accountOf(id, '00'), accountOf(id, '01')]);
    const calls = Array.from(
      { length: 60 },
      (_, index) => accounts[index % accounts.length] ?? accountOf('a'),
    );
    await Promise.all(
      calls.map((account) =>
        authority.submit(submissionOf(account, `${account.companyId}-${account.ambiente}`)),
      ),
    );
    const pairs = rests().map(({ body, headers }) => {
      const code = String(JSON.parse(body).codigoGeneracion);
      return `${code} ${headers.authorization}`;
    });
    expect(new Set(pairs).size).toBe(6);
    for (const pair of pairs) expect(pair).toMatch(/^([abc])-0[01] Bearer user-\1\.\d+$/);
  });

  it('that expired is renewed once for all, and the same bytes go out again', async () => {
    const { server, script, auths, rests } = await stage();
    const authority = authorityAt(server.url);
    await authority.submit(submissionOf(accountOf('a')));
    script.rest = (response, { headers }) =>
      headers.authorization === 'Bearer user-a.1'
        ? void response.writeHead(401).end()
        : json(response, 200, reception());
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, () => authority.submit(submissionOf(accountOf('a')))),
    );
    expect(new Set(verdicts.map(({ kind }) => kind))).toEqual(new Set(['stamped']));
    expect(auths()).toHaveLength(2);
    expect(new Set(rests().map(({ body }) => body)).size).toBe(1);
  });

  it('that is refused although it is new means not delivered, and causes no storm', async () => {
    const { server, script, auths, rests } = await stage();
    script.rest = (response) => void response.writeHead(401).end('{"message":"token"}');
    const authority = authorityAt(server.url);
    const verdict = await authority.submit(submissionOf(accountOf('a')));
    expect(verdict).toEqual({
      kind: 'not_delivered',
      reason: 'HTTP 401 with a new token',
      raw: { status: 401, body: '{"message":"token"}' },
    });
    for (let again = 0; again < 20; again += 1) await authority.submit(submissionOf(accountOf('a')));
    expect(auths()).toHaveLength(2);
    expect(rests()).toHaveLength(2);
  });

  it('that is refused in a status line alone counts as refused', async () => {
    const { server, script } = await stage();
    script.rest = (response) => {
      response.writeHead(401, { 'content-length': '9' }).write('x');
      setTimeout(() => response.destroy(), 10);
    };
    const verdict = await authorityAt(server.url).submit(submissionOf(accountOf('a')));
    expect(verdict.kind).toBe('not_delivered');
  });

  it('that is not given means not delivered; refused credentials are not tried in a row', async () => {
    const { server, script, auths, rests } = await stage();
    script.auth = (response) => json(response, 200, '{"status":"ERROR","message":"Usuario no valido"}');
    const authority = authorityAt(server.url);
    const verdicts = await Promise.all(
      Array.from({ length: 30 }, () => authority.submit(submissionOf(accountOf('a')))),
    );
    verdicts.push(await authority.submit(submissionOf(accountOf('a'))));
    expect(new Set(verdicts.map(({ kind }) => kind))).toEqual(new Set(['not_delivered']));
    expect(auths()).toHaveLength(1);
    expect(rests()).toEqual([]);
  });
});

describe('the time of a call', () => {
  async function timed(url: string, timeoutMs: number) {
    const startedMs = performance.now();
    const verdict = await authorityAt(url, timeoutMs).submit(submissionOf(accountOf('a')));
    return { verdict, tookMs: performance.now() - startedMs };
  }

  it('is the setting when the authority is silent after the document', async () => {
    const { server } = await stage({ rest: () => undefined });
    const { verdict, tookMs } = await timed(server.url, 150);
    expect(verdict).toMatchObject({ kind: 'silent', reason: 'time-out' });
    expect(tookMs).toBeGreaterThan(145);
    expect(tookMs).toBeLessThan(400);
  });

  it('is the setting when the authentication is silent', async () => {
    const { server, rests } = await stage({ auth: () => undefined });
    const { verdict, tookMs } = await timed(server.url, 150);
    expect(verdict).toMatchObject({ kind: 'not_delivered', reason: 'authentication: time-out' });
    expect(tookMs).toBeLessThan(400);
    expect(rests()).toEqual([]);
  });

  it('is twice the setting at most, whatever comes late', async () => {
    const { server, script } = await stage();
    script.auth = (response, user, count) => void setTimeout(() => grant(response, `${user}.${count}`), 140);
    script.rest = (response) => void setTimeout(() => response.writeHead(401).end(), 140);
    const { verdict, tookMs } = await timed(server.url, 200);
    expect(verdict.kind).toBe('not_delivered');
    expect(tookMs).toBeLessThan(600);
  });

  it('is bounded when a body drips', async () => {
    const { server, script } = await stage();
    script.rest = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    };
    const { verdict, tookMs } = await timed(server.url, 150);
    expect(verdict).toMatchObject({ kind: 'silent', raw: { status: 200 } });
    expect(tookMs).toBeLessThan(400);
  });

  it('is bounded when the credentials never come', async () => {
    const { server } = await stage();
    const authority = createAuthority({
      testUrl: server.url,
      productionUrl: server.url,
      timeoutMs: 50,
      credentials: () => new Promise(() => undefined),
    });
    closers.push(authority.close);
    expect((await authority.submit(submissionOf(accountOf('a')))).kind).toBe('not_delivered');
  });
});

describe('asking about a document', () => {
  const query = { account: accountOf('a'), tipoDte: '03', codigoGeneracion: OUR_CODE } as const;

  it('posts issuer, type and code, with the token of the submissions', async () => {
    const { server, auths, rests } = await stage();
    const authority = authorityAt(server.url);
    await authority.submit(submissionOf(accountOf('a')));
    expect(await authority.consult(query)).toMatchObject({
      kind: 'stamped',
      stamp: { selloRecibido: SELLO },
    });
    expect(rests()[1]).toMatchObject({ method: 'POST', path: '/fesv/recepcion/consultadte/' });
    expect(JSON.parse(rests()[1]?.body ?? '')).toEqual({
      nitEmisor: '06140101900011',
      tdte: '03',
      codigoGeneracion: OUR_CODE,
    });
    expect(auths()).toHaveLength(1);
  });

  it('tells absent from silence', async () => {
    const { server, script } = await stage();
    const authority = authorityAt(server.url);
    script.rest = (response) => json(response, 400, rejection({ codigoMsg: '014' }));
    expect((await authority.consult(query)).kind).toBe('absent');
    script.rest = (response) => void response.writeHead(401).end();
    expect(await authority.consult(query)).toMatchObject({
      kind: 'silent',
      reason: 'HTTP 401 with a new token',
    });
    await server.close();
    expect(await authority.consult(query)).toMatchObject({ kind: 'silent' });
  });
});

describe('what must never be told', () => {
  it('no outcome of a failing call holds the password, the token or the document', async () => {
    const { server, script } = await stage({ auth: (response) => grant(response, 'Bearer token-secreto') });
    const authority = authorityAt(server.url, 100);
    const failures: NonNullable<Script['rest']>[] = [
      (response) => void response.socket?.destroy(),
      (response) => void response.writeHead(500).end(),
      (response) => void response.writeHead(200, { 'content-encoding': 'br' }).end(),
      () => undefined,
      (response) => void response.writeHead(401).end(),
    ];
    const verdicts: unknown[] = [];
    for (const rest of failures) {
      script.rest = rest;
      verdicts.push(await authority.submit(submissionOf(accountOf('a'))));
    }
    const echo: Script['auth'] = (response) =>
      json(response, 200, JSON.stringify({ status: 'ERROR', message: PASSWORD }));
    script.auth = echo;
    verdicts.push(await authorityAt(server.url).submit(submissionOf(accountOf('b'))));
    const told = JSON.stringify(verdicts);
    for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), 'token-secreto', JWS]) {
      expect(told).not.toContain(secret);
    }
  });

  it('and nothing here writes a log', () => {
    const sources = readdirSync(import.meta.dirname).filter((name) => /^[^.]+\.ts$/.test(name));
    expect(sources.length).toBeGreaterThan(5);
    for (const name of sources) {
      expect(readFileSync(`${import.meta.dirname}/${name}`, 'utf8')).not.toMatch(/console|process\.std/);
    }
  });
});

describe('the settings', () => {
  it('refuse a host that is not the own machine without TLS', () => {
    const make = (testUrl: string) =>
      createAuthority({ testUrl, productionUrl: testUrl, timeoutMs: 1, credentials: async () => null });
    expect(() => make('http://api.example.sv')).toThrow(/testUrl must be https/);
    expect(() => make('x')).toThrow(/testUrl/);
  });
});
