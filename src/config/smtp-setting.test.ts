import { describe, expect, it } from 'vitest';
import { type SmtpSettings, smtpOf } from './smtp-setting.ts';

const FROM = 'dte@ejemplo.com';

function read(address: string, from = FROM) {
  return smtpOf({ SELLO_SMTP_URL: address, SELLO_SMTP_FROM: from });
}

describe('smtpOf', () => {
  it.each<[string, Omit<SmtpSettings, 'from'>]>([
    [
      'smtp://usuario:clave@correo.ejemplo.com',
      {
        host: 'correo.ejemplo.com',
        port: 587,
        secure: false,
        login: { user: 'usuario', password: 'clave' },
      },
    ],
    [
      'smtps://u%40ejemplo.com:cl%2Fave%3A@correo.ejemplo.com/',
      {
        host: 'correo.ejemplo.com',
        port: 465,
        secure: true,
        login: { user: 'u@ejemplo.com', password: 'cl/ave:' },
      },
    ],
    ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, secure: false, login: null }],
    ['smtp://[::1]:25', { host: '::1', port: 25, secure: false, login: null }],
  ])('reads %s', (address, server) => {
    expect(read(address)).toEqual({ value: { ...server, from: FROM }, problems: [] });
  });

  it('is none where nothing is set', () => {
    expect(read('', '')).toEqual({ value: null, problems: [] });
  });

  it.each([
    'correo.ejemplo.com',
    'http://correo.ejemplo.com',
    'smtp://',
    'smtp://usuario@correo.ejemplo.com',
    'smtp://:secreto@correo.ejemplo.com',
    'smtp://u:secreto%zz@correo.ejemplo.com',
    'smtp://u:secreto@correo.ejemplo.com/buzon',
    'smtp://u:secreto@correo.ejemplo.com?tls=off',
    '',
  ])('refuses %s in one sentence that holds no password', (address) => {
    const { problems } = read(address);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^SELLO_SMTP_URL must be .*\.$/);
    expect(problems[0]).not.toContain('secreto');
  });

  it.each(['', 'dte', 'Tienda <dte@ejemplo.com>', 'a@ejemplo.com\r\nBcc: b@ejemplo.com'])(
    'refuses the sender %j',
    (from) => {
      const { problems } = read('smtp://correo.ejemplo.com', from);
      expect(problems).toEqual([expect.stringMatching(/^SELLO_SMTP_FROM must be/)]);
    },
  );
});
