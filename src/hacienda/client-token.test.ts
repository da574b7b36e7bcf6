import { describe, expect, it } from 'vitest';
import { reception } from '../../test/loopback/hostile-answers.ts';
import {
  accountOf,
  authorityAt,
  closers,
  grant,
  json,
  PASSWORD,
  startAuthority,
  submissionOf,
} from '../../test/loopback/scripted-authority.ts';
import { codeOf } from '../../test/support/identifiers.ts';
import type { AuthorityAccount, SignInWatch } from '../operations/authority/ports.ts';
import { createAuthority } from './client.ts';

function watching() {
  const seen: (readonly unknown[])[] = [];
  const watch: SignInWatch = {
    ended: ({ companyId }, signIn) => void seen.push(['ended', companyId, signIn]),
    tokenRefused: ({ companyId }) => void seen.push(['token refused', companyId]),
  };
  return { watch, seen };
}

describe('a token', () => {
  it('is never that of another company or environment', async () => {
    const { server, rests } = await startAuthority();
    const authority = authorityAt(server.url);
    const accounts = ['a', 'b', 'c'].flatMap((id) => [accountOf(id, '00'), accountOf(id, '01')]);
    const calls = Array.from(
      { length: 60 },
      (_, index) => accounts[index % accounts.length] ?? accountOf('a'),
    );
    const codeFor = ({ companyId, ambiente }: AuthorityAccount) => codeOf(`${companyId}-${ambiente}`);
    await Promise.all(calls.map((account) => authority.submit(submissionOf(account, codeFor(account)))));
    const pairs = rests().map(({ body, headers }) => {
      const code = String(JSON.parse(body).codigoGeneracion);
      const sender = accounts.find((account) => codeFor(account) === code);
      return `${sender?.companyId}-${sender?.ambiente} ${headers.authorization}`;
    });
    expect(new Set(pairs).size).toBe(6);
    for (const pair of pairs) expect(pair).toMatch(/^([abc])-0[01] Bearer user-\1\.\d+$/);
  });

  it('that expired is renewed once for all, and the same bytes go out again', async () => {
    const { server, script, auths, rests } = await startAuthority();
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
    const { server, script, auths, rests } = await startAuthority();
    script.rest = (response) => void response.writeHead(401).end('{"message":"token"}');
    const { watch, seen } = watching();
    const authority = authorityAt(server.url, 2_000, { signIns: watch });
    const verdict = await authority.submit(submissionOf(accountOf('a')));
    expect(verdict).toEqual({
      kind: 'not_delivered',
      reason: 'HTTP 401 with a new token',
      cause: 'sign_in_refused',
      raw: { status: 401, body: '{"message":"token"}' },
    });
    for (let again = 0; again < 20; again += 1) await authority.submit(submissionOf(accountOf('a')));
    expect(auths()).toHaveLength(2);
    expect(rests()).toHaveLength(2);
    const granted = ['ended', 'a', { kind: 'granted' }];
    expect(seen).toEqual([granted, granted, ['token refused', 'a']]);
  });

  it('that is refused in a status line alone counts as refused', async () => {
    const { server, script } = await startAuthority();
    script.rest = (response) => {
      response.writeHead(401, { 'content-length': '9' }).write('x');
      setTimeout(() => response.destroy(), 10);
    };
    const verdict = await authorityAt(server.url).submit(submissionOf(accountOf('a')));
    expect(verdict.kind).toBe('not_delivered');
  });

  it('that is refused is told apart from silence by every service, and to who watches', async () => {
    const { server, script } = await startAuthority();
    const body = { codigoMsg: '106', descripcionMsg: `la clave ${PASSWORD} no es válida` };
    script.auth = (response) => json(response, 401, JSON.stringify({ status: 'ERROR', body }));
    const { watch, seen } = watching();
    const authority = authorityAt(server.url, 2_000, { signIns: watch });
    const account = accountOf('a');
    const { tipoDte, generation, codigoGeneracion } = submissionOf(account);
    const query = { account, tipoDte, generation, codigoGeneracion };
    const cause = 'sign_in_refused';
    expect(await authority.submit(submissionOf(account))).toMatchObject({ kind: 'not_delivered', cause });
    expect(await authority.consult(query)).toMatchObject({ kind: 'silent', cause });
    expect(await authority.invalidate({ ...submissionOf(account), invalidated: query })).toMatchObject({
      kind: 'not_delivered',
      cause,
    });
    const lote = { account, generation, idEnvio: 'x', documents: [] };
    expect(await authority.submitLote(lote)).toMatchObject({ kind: 'not_delivered', cause });
    expect(seen).toEqual([['ended', 'a', { kind: 'refused', status: 401, code: '106' }]]);
    script.auth = (response) => json(response, 503, '');
    const other = await authority.submit(submissionOf(accountOf('b')));
    expect(other).toMatchObject({ kind: 'not_delivered', cause: undefined });
    expect(seen.at(-1)).toEqual(['ended', 'b', { kind: 'unanswered', reason: 'authentication: HTTP 503' }]);
  });
});

describe('the time of a call', () => {
  async function timed(url: string, timeoutMs: number) {
    const startedMs = performance.now();
    const verdict = await authorityAt(url, timeoutMs).submit(submissionOf(accountOf('a')));
    return { verdict, tookMs: performance.now() - startedMs };
  }

  it('is the setting when the authority is silent after the document', async () => {
    const { server } = await startAuthority({ rest: () => undefined });
    const { verdict, tookMs } = await timed(server.url, 150);
    expect(verdict).toMatchObject({ kind: 'silent', reason: 'time-out' });
    expect(tookMs).toBeGreaterThan(145);
    expect(tookMs).toBeLessThan(400);
  });

  it('is the setting when the authentication is silent', async () => {
    const { server, rests } = await startAuthority({ auth: () => undefined });
    const { verdict, tookMs } = await timed(server.url, 150);
    expect(verdict).toMatchObject({ kind: 'not_delivered', reason: 'authentication: time-out' });
    expect(tookMs).toBeLessThan(400);
    expect(rests()).toEqual([]);
  });

  it('is twice the setting at most, whatever comes late', async () => {
    const { server, script } = await startAuthority();
    script.auth = (response, user, count) => void setTimeout(() => grant(response, `${user}.${count}`), 180);
    script.rest = (response) => void setTimeout(() => response.writeHead(401).end(), 180);
    const { verdict, tookMs } = await timed(server.url, 200);
    expect(verdict.kind).toBe('not_delivered');
    expect(tookMs).toBeLessThan(650);
  });

  it('is bounded when the credentials never come, and the next call reads them anew', async () => {
    const { server } = await startAuthority();
    const reads = [new Promise<null>(() => undefined), Promise.resolve({ user: 'u', password: 'p' })];
    const authority = createAuthority({
      testUrl: server.url,
      productionUrl: server.url,
      timeoutMs: 60,
      credentials: () => reads.shift() ?? Promise.resolve(null),
    });
    closers.push(authority.close);
    expect((await authority.submit(submissionOf(accountOf('a')))).kind).toBe('not_delivered');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await authority.submit(submissionOf(accountOf('a')))).kind).toBe('stamped');
  });
});
