import { describe, expect, it } from 'vitest';
import { readAuthAnswer } from './auth-answer.ts';

const read = (status: number, body: unknown) =>
  readAuthAnswer(status, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
const ok = (token: unknown) => ({
  status: 'OK',
  body: { user: '06140101900011', token, tokenType: 'Bearer' },
});

describe('an authentication that succeeded', () => {
  it.each(['Bearer abc.def', 'abc.def', 'bearer  abc.def', ' Bearer abc.def '])(
    '%j gives the bare token',
    (token) => {
      expect(read(200, ok(token))).toEqual({ kind: 'token', token: 'abc.def' });
    },
  );
});

describe('an authentication that was refused', () => {
  it.each([
    [
      'an error inside HTTP 200',
      200,
      { status: 'ERROR', error: 'Unauthorized', message: 'Usuario no valido' },
    ],
    ['an error with a token', 200, { ...ok('Bearer x'), status: 'ERROR' }],
    ['400', 400, ''],
    ['401', 401, ''],
    ['403', 403, '<html></html>'],
    ['429', 429, {}],
  ])('by %s', (_, status, body) => {
    const answer = read(status, body);
    const reason = `authentication refused: HTTP ${status}`;
    expect(answer).toEqual({ kind: 'refused', reason, status, code: null });
  });

  it.each([
    [{ status: 'ERROR', codigoMsg: '103' }, '103'],
    [{ status: 'ERROR', body: { codigoMsg: 106, descripcionMsg: 'la clave es secreto' } }, '106'],
  ])('names the code of %j and none of its words', (body, code) => {
    const answer = read(200, body);
    const reason = `authentication refused: HTTP 200, code ${code}`;
    expect(answer).toEqual({ kind: 'refused', reason, status: 200, code });
    expect(JSON.stringify(answer)).not.toContain('secreto');
  });
});

describe('an authentication that said nothing', () => {
  it.each([
    ['500', 500, ok('Bearer x')],
    ['302', 302, ''],
    ['HTML', 200, '<html></html>'],
    ['nothing', 200, ''],
    ['no token', 200, { status: 'OK', body: {} }],
    ['no body', 200, { status: 'OK' }],
    ['an empty token', 200, ok('Bearer ')],
    ['a token that is a number', 200, ok(7)],
    ['a token with a line end', 200, ok('Bearer a\r\nx: y')],
    ['a token with a blank', 200, ok('Bearer a b')],
    ['a token beyond ASCII', 200, ok('Bearer ñ')],
    ['a token of 9,000 characters', 200, ok('x'.repeat(9_000))],
    ['no status', 200, { body: { token: 'Bearer x' } }],
  ])('with %s', (_, status, body) => {
    expect(read(status, body).kind).toBe('unavailable');
  });
});
