import { describe, expect, it } from 'vitest';
import { mailingOf, trialOf } from './failure.ts';

function failure(members: Readonly<Record<string, unknown>>): Error {
  return Object.assign(new Error('550 secreto'), members);
}

describe('mailingOf', () => {
  it.each([
    ['refused', { responseCode: 550, command: 'RCPT TO', response: '550 5.1.1 No such user' }],
    ['refused', { responseCode: 552, command: 'DATA', response: '552 Too much mail data' }],
    ['not_now', { responseCode: 451, command: 'RCPT TO', response: '451 Greylisted' }],
    ['not_now', { responseCode: 452, command: 'DATA', response: '452 Mailbox full' }],
    ['not_now', { responseCode: 550, command: 'MAIL FROM', response: '550 Sender unknown' }],
  ])('is %s for %j, in the words of the server', (kind, members) => {
    expect(mailingOf(failure(members))).toEqual({
      kind,
      reason: `El servidor de correo respondió: ${members.response}`,
      ...(kind === 'not_now' ? { obstacle: 'refused_by_server' } : {}),
    });
  });

  it.each([
    [
      { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN', response: '535 secreto' },
      'login_refused',
      '535',
      /usuario/,
    ],
    [{ code: 'ETLS' }, 'no_encryption', null, /cifrar/],
    [{ code: 'ETIMEDOUT' }, 'no_answer', null, /a tiempo/],
    [{ code: 'EABORT' }, 'no_answer', null, /a tiempo/],
    [{ code: 'EDNS', originalCode: 'ENOTFOUND' }, 'unknown_host', 'ENOTFOUND', /encontró/],
    [
      { code: 'ESOCKET', message: 'secreto', originalCode: 'ECONNREFUSED' },
      'unreachable',
      'ECONNREFUSED',
      /hablar/,
    ],
    [{ code: 'ESOCKET', originalCode: 'es secreto' }, 'unreachable', null, /hablar/],
    [{ code: 'toString' }, 'unreachable', null, /hablar/],
  ] as const)('waits over %j and repeats nothing of it', (...[members, obstacle, code, reason]) => {
    const mailing = mailingOf(failure(members));
    expect(mailing).toEqual({ kind: 'not_now', obstacle, reason: expect.stringMatching(reason) });
    expect(trialOf(failure(members))).toEqual({ kind: 'failed', obstacle, code });
    expect(JSON.stringify([mailing, trialOf(failure(members))])).not.toContain('secreto');
  });

  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('names the certificate that is not trusted: %s', (originalCode) => {
    const obstacle = 'certificate_not_trusted';
    expect(mailingOf(failure({ code: 'ESOCKET', originalCode, command: 'CONN' }))).toEqual({
      kind: 'not_now',
      obstacle,
      reason: 'El certificado del servidor de correo no es de confianza.',
    });
    expect(trialOf(failure({ code: 'ESOCKET', originalCode }))).toEqual({
      kind: 'failed',
      obstacle,
      code: originalCode,
    });
  });

  it.each([
    'clave-secreta',
    Buffer.from('clave-secreta').toString('base64'),
    Buffer.from('\0dte\0clave-secreta').toString('base64'),
  ])('repeats no answer in which the server says the password: %s', (said) => {
    const refused = failure({
      responseCode: 550,
      command: 'RCPT TO',
      response: `550 ${'-'.repeat(190)} ${said}`,
    });
    const reason = 'No se pudo hablar con el servidor de correo.';
    expect(mailingOf(refused, { user: 'dte', password: 'clave-secreta' })).toEqual({
      kind: 'refused',
      reason,
    });
  });

  it('waits over whatever else is thrown', () => {
    for (const thrown of [null, 'x', 7, {}]) expect(mailingOf(thrown)).toMatchObject({ kind: 'not_now' });
  });

  it('keeps a long answer to one line of 200 characters', () => {
    const response = `550 ${'x\r\n'.repeat(500)}`;
    const mailing = mailingOf(failure({ responseCode: 550, command: 'DATA', response }));
    const { reason } = mailing.kind === 'sent' ? { reason: '' } : mailing;
    expect(reason.length).toBeLessThan(240);
    expect(reason).not.toMatch(/[\r\n]/);
  });
});
