import { describe, expect, it } from 'vitest';
import {
  OUR_CODE,
  reception,
  refusalOfNothing,
  rejection,
  SELLO,
} from '../../test/loopback/hostile-answers.ts';
import { startRawServer } from '../../test/loopback/raw-server.ts';
import {
  accountOf,
  authorityAt,
  grant,
  JWS,
  json,
  PASSWORD,
  type Script,
  startAuthority,
  submissionOf,
} from '../../test/loopback/scripted-authority.ts';
import { codeOf } from '../../test/support/identifiers.ts';
import { until } from '../../test/support/until.ts';
import type { AuthorityAccount, Words } from '../operations/authority/ports.ts';
import type { HaciendaAuthority } from './client.ts';

describe('submitting a document', () => {
  it('signs in with a form, then posts what the manual asks for', async () => {
    const { server, auths, rests } = await startAuthority();
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
    const { server, script } = await startAuthority();
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
    const [test, production] = [await startAuthority(), await startAuthority()];
    const authority = authorityAt(test.server.url, 2_000, { productionUrl: production.server.url });
    await authority.submit(submissionOf(accountOf('a', '01')));
    expect(test.server.requests).toEqual([]);
    expect(JSON.parse(production.rests()[0]?.body ?? '')).toMatchObject({ ambiente: '01' });
  });

  it('is silent after a reset that follows the request, and keeps what came of an answer', async () => {
    const { server, script } = await startAuthority();
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
});

describe('a document that is certainly not delivered', () => {
  it('for lack of credentials, without a call', async () => {
    const { server } = await startAuthority();
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
    const { server } = await startAuthority();
    const authority = authorityAt(server.url);
    await authority.submit(submissionOf(accountOf('a')));
    await server.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const verdict = await authority.submit(submissionOf(accountOf('a')));
    expect(verdict).toEqual({ kind: 'not_delivered', reason: 'ECONNREFUSED', raw: null });
  });
});

it('a company that is answered nothing leaves connections to the others, however much it sends', async () => {
  const { server, script, rests } = await startAuthority();
  const authority = authorityAt(server.url);
  script.rest = (response, { headers }) => {
    if (headers.authorization?.includes('user-b')) json(response, 200, reception());
  };
  const flood = Array.from({ length: 600 }, () => authority.submit(submissionOf(accountOf('a'))));
  await until(() => rests().length === 128, 'as many calls as one company may have under way');
  expect((await authority.submit(submissionOf(accountOf('b')))).kind).toBe('stamped');
  expect(rests()).toHaveLength(129);
  // What was not sent is known to be: nothing has to be asked about it.
  const kinds = new Set((await Promise.all(flood)).map(({ kind }) => kind));
  expect(kinds).toEqual(new Set(['silent', 'not_delivered']));
});

describe('asking about a document', () => {
  const query = {
    account: accountOf('a'),
    tipoDte: '03',
    generation: 'v2',
    codigoGeneracion: codeOf(OUR_CODE),
  } as const;

  it('posts issuer, type and code, with the token of the submissions', async () => {
    const { server, auths, rests } = await startAuthority();
    const authority = authorityAt(server.url);
    await authority.submit(submissionOf(accountOf('a')));
    expect(await authority.consult(query)).toMatchObject({
      kind: 'stamped',
      stamp: { selloRecibido: SELLO },
    });
    expect(rests()[1]).toMatchObject({ method: 'POST', path: '/fesv/recepcion/consultadte' });
    expect(JSON.parse(rests()[1]?.body ?? '')).toEqual({
      nitEmisor: '06140101900011',
      tdte: '03',
      codigoGeneracion: OUR_CODE,
    });
    expect(auths()).toHaveLength(1);
  });

  it('ends the address with a slash where the document is of the generation before', async () => {
    const { server, rests } = await startAuthority();
    const authority = authorityAt(server.url);
    const asking = [authority.consult, authority.status, authority.speaksOf];
    for (const generation of ['v1', 'v2'] as const)
      for (const ask of asking) await ask({ ...query, generation });
    const paths = rests().map(({ path }) => path);
    expect(paths.slice(0, 3)).toEqual(asking.map(() => '/fesv/recepcion/consultadte/'));
    expect(paths.slice(3)).toEqual(asking.map(() => '/fesv/recepcion/consultadte'));
  });

  it('tells absent from silence', async () => {
    const { server, script } = await startAuthority();
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

describe('the words of an answer without a verdict', () => {
  async function toldOf(
    status: number,
    body: string,
    call: (authority: HaciendaAuthority) => Promise<unknown>,
  ) {
    const { server, script } = await startAuthority();
    script.rest = (response) => json(response, status, body);
    const told: unknown[] = [];
    const onWords = ({ companyId }: AuthorityAccount, words: Words) => void told.push([companyId, words]);
    await call(authorityAt(server.url, 2_000, { onWords }));
    return told;
  }
  const account = accountOf('a');
  const refused = refusalOfNothing({ codigoMsg: 107, descripcionMsg: 'TOKEN INVÁLIDO' });
  const TOLD = [['a', { code: '107', text: 'TOKEN INVÁLIDO' }]];
  const query = { account, tipoDte: '03', generation: 'v2', codigoGeneracion: codeOf(OUR_CODE) } as const;
  const lote = { account, codigoLote: 'L', codigos: [codeOf(OUR_CODE)] };

  it.each<readonly [string, (authority: HaciendaAuthority) => Promise<unknown>]>([
    ['a document', (authority) => authority.submit(submissionOf(account))],
    ['a query', (authority) => authority.consult(query)],
    [
      'an invalidation',
      (authority) => authority.invalidate({ ...submissionOf(account), invalidated: query }),
    ],
    ['an event', (authority) => authority.report(account, 'a.b.c')],
    [
      'a lote',
      (authority) => authority.submitLote({ account, generation: 'v2', idEnvio: 'x', documents: [] }),
    ],
  ])('to %s are passed on', async (_, call) => {
    expect(await toldOf(400, refused, call)).toEqual(TOLD);
    expect(await toldOf(403, refused, call)).toEqual(TOLD);
    expect(await toldOf(401, refused, call)).toEqual(TOLD);
    expect(await toldOf(502, '<html></html>', call)).toEqual([]);
  });

  it('in the results of a lote are passed on', async () => {
    const consult = (authority: HaciendaAuthority) => authority.consultLote(lote);
    expect(await toldOf(403, refused, consult)).toEqual(TOLD);
    const silent = { ...JSON.parse(rejection({ codigoMsg: '022', descripcionMsg: 'FIRMA' })) };
    expect(await toldOf(200, JSON.stringify({ rechazados: [silent] }), consult)).toEqual([
      ['a', { code: '022', text: 'FIRMA' }],
    ]);
  });

  it('are none of a verdict', async () => {
    const submit = (authority: HaciendaAuthority) => authority.submit(submissionOf(account));
    expect(await toldOf(200, reception(), submit)).toEqual([]);
    expect(await toldOf(400, rejection({ codigoMsg: 100 }), submit)).toEqual([]);
  });
});

describe('what must never be told', () => {
  it('no outcome of a failing call holds the password, the token or the document', async () => {
    const { server, script } = await startAuthority({
      auth: (response) => grant(response, 'Bearer token-secreto'),
    });
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
});
