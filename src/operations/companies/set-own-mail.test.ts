import { expect, it } from 'vitest';
import { exampleCompany } from '../../../test/support/example-company.ts';
import { nothingBut } from '../../../test/support/nothing-but.ts';
import type { MailAccount, Mailing } from '../deliveries/ports.ts';
import type { NewDeed } from '../users/ports.ts';
import { type OwnMailContext, setOwnMail } from './set-own-mail.ts';

const CHANGE = { by: { userId: null, userName: 'Rosa', address: '192.0.2.7' }, companyId: 'c' };
const SERVER = { host: 'correo.example.com', port: 587, user: 'dte@ejemplo.com', from: 'dte@ejemplo.com' };
const PASSWORD = 'Clave#Ficticia1';

/** A company with this server, whose password there is kept, and a mail server that answers so. */
function opened(answer: Mailing = { kind: 'sent' }, { isOvertaken = false, waitMs = 0 } = {}) {
  const tried: MailAccount[] = [];
  const sealed: (string | null)[] = [];
  const deeds: NewDeed[] = [];
  const company = exampleCompany({ delivery: { smtp: SERVER } });
  const context: OwnMailContext = {
    ownCompany: nothingBut({
      async changeMail(_companyId, { sealedPassword }) {
        if (!isOvertaken) sealed.push(sealedPassword);
        return !isOvertaken;
      },
    }),
    deeds: { record: async (deed) => void deeds.push(deed), latest: async () => [] },
    vault: async () => nothingBut({ sealSmtpPassword: async (_companyId, password) => `sealed ${password}` }),
    trier: {
      async try({ account }) {
        tried.push(account);
        return answer;
      },
    },
    smtpPasswordOf: async () => PASSWORD,
    tries: { take: () => waitMs },
  };
  const set = (smtp: object | null, password = '') =>
    setOwnMail(context, CHANGE, {
      before: { profile: {}, company },
      after: exampleCompany({ delivery: { smtp } }),
      password,
      to: 'rosa@example.com',
      toName: 'Rosa',
    });
  return { set, tried, sealed, deeds };
}

it('keeps a server that took a message, with the password sealed', async () => {
  const { set, tried, sealed, deeds } = opened();
  expect(await set({ ...SERVER, host: 'otro.example.com' }, PASSWORD)).toEqual({ kind: 'changed' });
  expect(tried).toEqual([
    {
      host: 'otro.example.com',
      port: 587,
      secure: false,
      from: 'dte@ejemplo.com',
      reach: 'internet',
      login: { user: 'dte@ejemplo.com', password: PASSWORD },
    },
  ]);
  expect(sealed).toEqual([`sealed ${PASSWORD}`]);
  expect(deeds).toMatchObject([{ deed: 'mail_account_set', subject: 'otro.example.com:587' }]);
});

it('gives the password that is kept to the server that it was given for, and to no other', async () => {
  const { set, tried, sealed } = opened();
  expect(await set({ ...SERVER, from: 'ventas@ejemplo.com' })).toEqual({ kind: 'changed' });
  expect(tried[0]?.login?.password).toBe(PASSWORD);
  expect(sealed).toEqual([null]);
  for (const change of [{ host: 'otro.example.com' }, { port: 2525 }, { secure: true }, { user: 'otro' }])
    expect(await set({ ...SERVER, ...change })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('contraseña'),
    });
  expect(tried).toHaveLength(1);
});

it('needs no password where nobody logs in', async () => {
  const { set, tried } = opened();
  expect(await set({ host: 'relevo.example.com', from: 'dte@ejemplo.com' })).toEqual({ kind: 'changed' });
  expect(tried[0]?.login).toBeNull();
});

const NOT_NOW = { kind: 'not_now', reason: 'Lo que dijo.' } as const;

it.each([
  [{ ...NOT_NOW, obstacle: 'login_refused' }, 'Lo que dijo.'],
  [{ ...NOT_NOW, obstacle: 'certificate_not_trusted' }, 'Lo que dijo.'],
  [{ ...NOT_NOW, obstacle: 'no_encryption' }, 'Lo que dijo.'],
  [{ ...NOT_NOW, obstacle: 'refused_by_server' }, 'Lo que dijo.'],
  [{ kind: 'refused', reason: 'No así.' }, 'No así.'],
  [{ ...NOT_NOW, obstacle: 'unknown_host' }, 'No se pudo conectar'],
  [{ ...NOT_NOW, obstacle: 'unreachable' }, 'No se pudo conectar'],
  [{ ...NOT_NOW, obstacle: 'no_answer' }, 'No se pudo conectar'],
] as const)('keeps nothing of one that did not: %j', async (answer, words) => {
  const { set, sealed, deeds } = opened(answer);
  expect(await set(SERVER, PASSWORD)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining(words),
  });
  expect([sealed, deeds]).toEqual([[], []]);
});

it('does not say whether anything is there that speaks no TLS from the first byte', async () => {
  const { set } = opened({ ...NOT_NOW, obstacle: 'no_encryption' });
  expect(await set({ ...SERVER, port: 465, secure: true }, PASSWORD)).toMatchObject({
    reason: expect.stringContaining('No se pudo conectar'),
  });
});

it('tries no more than a company may', async () => {
  const { set, tried } = opened({ kind: 'sent' }, { waitMs: 1_500 });
  expect(await set(SERVER, PASSWORD)).toMatchObject({ reason: expect.stringContaining('espere 2 segundos') });
  expect(tried).toEqual([]);
});

it('keeps nothing where somebody else has changed the company, and goes without a server untried', async () => {
  expect(await opened({ kind: 'sent' }, { isOvertaken: true }).set(SERVER)).toEqual({ kind: 'overtaken' });
  const { set, tried, sealed } = opened();
  expect(await set(null)).toEqual({ kind: 'changed' });
  expect([tried, sealed]).toEqual([[], [null]]);
});
