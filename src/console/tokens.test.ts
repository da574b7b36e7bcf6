import { describe, expect, it } from 'vitest';
import {
  cookieOf,
  csrfMatches,
  csrfOf,
  endedCookie,
  freshToken,
  isForeign,
  SESSION_COOKIE,
  tokenIn,
  VISITOR_COOKIE,
} from './tokens.ts';

const TOKEN = 'a'.repeat(43);

describe('cookies', () => {
  it('are read by their whole name, and only where they hold a token', () => {
    const read = (cookie?: string) => tokenIn(cookie === undefined ? {} : { cookie }, SESSION_COOKIE);
    expect(read(`x=1; ${SESSION_COOKIE}=${TOKEN}; y=2`)).toBe(TOKEN);
    for (const none of [
      undefined,
      '',
      `${SESSION_COOKIE}=`,
      `${SESSION_COOKIE}=short`,
      `${SESSION_COOKIE}=${TOKEN}a`,
      `${VISITOR_COOKIE}=${TOKEN}`,
      `x${SESSION_COOKIE}=${TOKEN}`,
    ])
      expect([none, read(none)]).toEqual([none, null]);
  });

  it('are out of reach for scripts, other sites and plain connections', () => {
    for (const cookie of [cookieOf(SESSION_COOKIE, TOKEN), endedCookie(SESSION_COOKIE)])
      expect(cookie).toMatch(/^__Host-sello=\w*; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    expect(cookieOf(VISITOR_COOKIE, TOKEN)).not.toContain('Max-Age');
  });

  it('hold 32 random bytes', () => {
    expect(freshToken()).toMatch(/^[\w-]{43}$/);
    expect(freshToken()).not.toBe(freshToken());
  });
});

describe('the token of forms', () => {
  it('belongs to one session and does not show its token', () => {
    expect(csrfMatches(TOKEN, csrfOf(TOKEN))).toBe(true);
    for (const wrong of ['', 'x', csrfOf('b'.repeat(43)), `${csrfOf(TOKEN)}x`, 'ñ'.repeat(43), TOKEN])
      expect([wrong, csrfMatches(TOKEN, wrong)]).toEqual([wrong, false]);
  });
});

describe('a form of another site', () => {
  const OURS = 'https://consola.example.com';
  const host = 'localhost:8080';

  it.each([
    [{ host }, false],
    [{ host, 'sec-fetch-site': 'same-origin', origin: 'http://localhost:8080' }, false],
    [{ host: '10.0.0.3', origin: OURS }, false],
    [{ host, origin: 'http://localhost:8080' }, false],
    [{ host, 'sec-fetch-site': 'cross-site' }, true],
    [{ host, 'sec-fetch-site': 'same-site', origin: OURS }, true],
    [{ host, 'sec-fetch-site': 'none' }, true],
    [{ host, origin: 'null' }, true],
    [{ host, origin: 'http://localhost:8081' }, true],
    [{ host, origin: 'https://consola.example.com.evil.example' }, true],
  ])('is known by its headers: %j', (headers, foreign) => expect(isForeign(headers, OURS)).toBe(foreign));
});
