import { describe, expect, it } from 'vitest';
import { mailingOf } from './failure.ts';

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
    });
  });

  it.each([
    [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN', response: '535 secreto' }, /usuario/],
    [{ code: 'ETLS' }, /cifrar/],
    [{ code: 'ETIMEDOUT' }, /a tiempo/],
    [{ code: 'EABORT' }, /a tiempo/],
    [{ code: 'ESOCKET', message: 'secreto' }, /hablar/],
    [{ code: 'toString' }, /hablar/],
  ])('waits over %j and repeats nothing of it', (members, reason) => {
    const mailing = mailingOf(failure(members));
    expect(mailing).toEqual({ kind: 'not_now', reason: expect.stringMatching(reason) });
    expect(JSON.stringify(mailing)).not.toContain('secreto');
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
