import { describe, expect, it } from 'vitest';
import { json, PASSWORD, startAuthority } from '../../test/loopback/scripted-authority.ts';
import { trySignIn } from './sign-in.ts';

const CREDENTIALS = { user: 'user-a', password: PASSWORD };
const OPTIONS = { timeoutMs: 300, userAgent: 'sello/1' };

describe('one sign-in', () => {
  it('asks once, and tells that it was let in and nothing of the token', async () => {
    const { server, auths, rests } = await startAuthority();
    expect(await trySignIn(server.url, CREDENTIALS, OPTIONS)).toEqual({ kind: 'granted' });
    expect(auths().map(({ headers, body }) => [headers['user-agent'], body])).toEqual([
      ['sello/1', new URLSearchParams({ user: 'user-a', pwd: PASSWORD }).toString()],
    ]);
    expect(rests()).toEqual([]);
  });

  it('that is refused has a status and a code, and none of the words', async () => {
    const { server, script, auths } = await startAuthority();
    script.auth = (response) =>
      json(response, 401, JSON.stringify({ status: 'ERROR', codigoMsg: '103', message: PASSWORD }));
    const signIn = await trySignIn(server.url, CREDENTIALS, OPTIONS);
    expect(signIn).toEqual({ kind: 'refused', status: 401, code: '103' });
    expect(auths()).toHaveLength(1);
  });

  it('ends in its time where nobody answers, and where nobody is', async () => {
    const { server } = await startAuthority({ auth: () => undefined });
    const startedMs = performance.now();
    expect(await trySignIn(server.url, CREDENTIALS, OPTIONS)).toEqual({
      kind: 'unanswered',
      reason: 'authentication: time-out',
    });
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    const gone = await trySignIn('http://127.0.0.1:1', CREDENTIALS, OPTIONS);
    expect(gone).toEqual({ kind: 'unanswered', reason: 'authentication: ECONNREFUSED' });
  });

  it('gives no password to a server that is not spoken to in secret', async () => {
    await expect(trySignIn('http://example.com', CREDENTIALS, OPTIONS)).rejects.toThrow(TypeError);
  });
});
