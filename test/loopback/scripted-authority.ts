import type { ServerResponse } from 'node:http';
import { afterEach } from 'vitest';
import { type AuthorityOptions, createAuthority, type HaciendaAuthority } from '../../src/hacienda/client.ts';
import type { AuthorityAccount, Submission } from '../../src/operations/authority/ports.ts';
import { codeOf, nitOf } from '../support/identifiers.ts';
import { OUR_CODE, reception } from './hostile-answers.ts';
import { type LoopbackServer, type ReceivedRequest, startHttpServer } from './http-server.ts';

export const PASSWORD = 'Clave-Secreta-2026&=ñ';
export const JWS = `eyJhbGciOiJSUzUxMiJ9.${'c2VjcmV0bw'.repeat(20)}.firma_-`;

/** What the test opened; closed after it, the last first. */
export const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export function accountOf(companyId: string, ambiente: '00' | '01' = '00'): AuthorityAccount {
  return { companyId, ambiente, nit: nitOf('06140101900011') };
}

export function submissionOf(account: AuthorityAccount, codigoGeneracion = OUR_CODE): Submission {
  return {
    account,
    tipoDte: '03',
    generation: 'v2',
    version: 4,
    codigoGeneracion: codeOf(codigoGeneracion),
    jws: JWS,
    idEnvio: 7,
  };
}

export interface Script {
  /** What /seguridad/auth answers; a token that names user and count by default. */
  auth?: (response: ServerResponse, user: string, count: number) => void;
  /** What every other path answers; a stamp by default. */
  rest?: (response: ServerResponse, request: ReceivedRequest) => void;
}

export interface ScriptedAuthority {
  readonly server: LoopbackServer;
  /** May be changed between calls. */
  readonly script: Script;
  readonly auths: () => readonly ReceivedRequest[];
  readonly rests: () => readonly ReceivedRequest[];
}

export function json(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

export function grant(response: ServerResponse, token: string): void {
  json(response, 200, JSON.stringify({ status: 'OK', body: { token, tokenType: 'Bearer' } }));
}

/** An authority on the loopback interface that answers as the script says. */
export async function startAuthority(script: Script = {}): Promise<ScriptedAuthority> {
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

/** The same, which answers every call but the sign-in with these, in order. */
export function startAnswering(
  ...answers: readonly (readonly [status: number, body: unknown])[]
): Promise<ScriptedAuthority> {
  const waiting = [...answers];
  return startAuthority({
    rest: (response) => {
      const [status, body] = waiting.shift() ?? [500, 'beyond the script'];
      json(response, status, JSON.stringify(body));
    },
  });
}

/** A client of the authority at these URLs; the company `poor` has no credentials. */
export function authorityAt(
  testUrl: string,
  timeoutMs = 2_000,
  changes: Partial<AuthorityOptions> = {},
): HaciendaAuthority {
  const authority = createAuthority({
    testUrl,
    productionUrl: testUrl,
    timeoutMs,
    credentials: async ({ companyId }) =>
      companyId === 'poor' ? null : { user: `user-${companyId}`, password: PASSWORD },
    ...changes,
  });
  closers.push(authority.close);
  return authority;
}
