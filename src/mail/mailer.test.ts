import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exampleMail } from '../../test/mail/example-mail.ts';
import { type MailServer, openMailServer } from '../../test/mail/mail-server.ts';
import { readMessage, textOf } from '../../test/mail/read-message.ts';
import { mailAccount } from '../../test/support/mail-account.ts';
import { systemLookups } from '../../test/support/system-lookups.ts';
import type { Mail, MailAccount } from '../operations/deliveries/ports.ts';
import { createMailer, tryMailAccount } from './mailer.ts';

const TIMES = { deadlineMs: 1_500, silenceMs: 500 };
const LOGIN = { user: 'dte', password: 'secreto-de-prueba' };
const NEVER = new AbortController().signal;

let server: MailServer;
let guarded: MailServer;
let encrypted: MailServer;
beforeAll(async () => {
  [server, guarded, encrypted] = await Promise.all([
    openMailServer(),
    openMailServer('login'),
    openMailServer('tls'),
  ]);
});
afterAll(() => Promise.all([server, guarded, encrypted].map((one) => one.close())));
beforeEach(() => server.tell());

function accountAt({ port }: { readonly port: number }, changes: Partial<MailAccount> = {}): MailAccount {
  return mailAccount({ port, ...changes });
}

function send(account: MailAccount, changes: Partial<Mail> = {}, signal = NEVER) {
  return createMailer(TIMES).send(exampleMail(account, changes), signal);
}

function addressed(address: string): Partial<Mail> {
  const { taken } = exampleMail(accountAt(server));
  return { taken: { ...taken, address, messageId: `<${address}>` } };
}

async function nobodysPort(): Promise<number> {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const address = gone.address();
  gone.close();
  return typeof address === 'object' ? (address?.port ?? 1) : 1;
}

describe('a mailer', () => {
  it('sends text, HTML and both files, byte for byte, from the sender to the one recipient', async () => {
    expect(await send(accountAt(server), addressed('uno@example.com'))).toEqual({ kind: 'sent' });
    const [taken] = await server.messagesTo('uno@example.com');
    expect(taken).toMatchObject({ from: 'dte@ejemplo.com', to: ['uno@example.com'], user: null });
    expect(taken?.greeting).toBe('ejemplo.com');
    const message = readMessage(taken?.source ?? '');
    expect(Object.fromEntries(message.headers)).toMatchObject({
      from: expect.stringContaining('<dte@ejemplo.com>'),
      to: 'uno@example.com',
      'reply-to': expect.stringContaining('<facturas@ejemplo.com>'),
      'message-id': '<uno@ejemplo.com>',
      'auto-submitted': 'auto-generated',
      subject: 'Factura DTE-01-M001P001-000000000000001 de Tienda Ejemplo, S.A. de C.V.',
    });
    expect(textOf(message, 'text/plain')).toContain('Código de generación: 0A0B0C0D');
    expect(textOf(message, 'text/html')).toContain('<html lang="es">');
    const { pdf, json } = exampleMail(accountAt(server));
    expect(message.parts.slice(2)).toEqual([
      {
        type: 'application/pdf',
        filename: 'DTE-01-M001P001-000000000000001.pdf',
        bytes: Buffer.from(pdf),
      },
      {
        type: 'application/json',
        filename: 'DTE-01-M001P001-000000000000001.json',
        bytes: Buffer.from(json),
      },
    ]);
  });

  it('sends the issuer of a rejected document no file but its PDF', async () => {
    await send(accountAt(server), { ...addressed('rechazos@example.com'), rejection: [] });
    const [taken] = await server.messagesTo('rechazos@example.com');
    const message = readMessage(taken?.source ?? '');
    expect(message.headers.get('subject')).toMatch(/^RECHAZADO por Hacienda: Factura DTE-01-/);
    expect(message.parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html', 'application/pdf']);
  });

  it('gives no password to a server that does not encrypt', async () => {
    expect(await send(accountAt(guarded, { login: LOGIN }))).toEqual({
      kind: 'not_now',
      obstacle: 'no_encryption',
      reason: 'No se pudo cifrar la conexión con el servidor de correo.',
    });
    expect([guarded.logins(), guarded.messages]).toEqual([0, []]);
  });

  it('gives neither password nor message to a server whose certificate is nobody’s', async () => {
    for (const login of [LOGIN, null])
      expect(await send(accountAt(encrypted, { secure: true, login }))).toEqual({
        kind: 'not_now',
        obstacle: 'certificate_not_trusted',
        reason: 'El certificado del servidor de correo no es de confianza.',
      });
    expect([encrypted.logins(), encrypted.messages]).toEqual([0, []]);
  });

  it('waits for a server that is not there', async () => {
    expect(await send(accountAt({ port: await nobodysPort() }))).toEqual({
      kind: 'not_now',
      obstacle: 'unreachable',
      reason: 'No se pudo hablar con el servidor de correo.',
    });
  });

  it('lets a server that says nothing go within its time, and at once when it is told to', async () => {
    await server.tell({ hangs: true });
    const started = performance.now();
    expect(await send(accountAt(server))).toEqual({
      kind: 'not_now',
      obstacle: 'no_answer',
      reason: 'El servidor de correo no respondió a tiempo.',
    });
    expect(performance.now() - started).toBeLessThan(5_000);
    const cut = new AbortController();
    const sending = createMailer().send(exampleMail(accountAt(server)), cut.signal);
    setTimeout(() => cut.abort(), 50);
    expect(await sending).toMatchObject({ kind: 'not_now' });
  });

  it('ends with its deadline, however talkative the server', async () => {
    const dripping = createServer((socket) => {
      const timer = setInterval(() => socket.write('220-todavía\r\n'), 50);
      socket.on('close', () => clearInterval(timer)).on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(dripping, 'listening');
    const address = dripping.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    expect(await send(accountAt({ port }))).toMatchObject({ kind: 'not_now' });
    await new Promise((resolve) => dripping.close(resolve));
  });
});

describe('the try of an account', () => {
  const failed = (obstacle: string, code: unknown) => ({ kind: 'failed', obstacle, code });

  it('is accepted by a server that takes messages, and sends none', async () => {
    const before = server.messages.length;
    expect(await tryMailAccount(accountAt(server), TIMES)).toEqual({ kind: 'accepted' });
    expect(server.messages).toHaveLength(before);
  });

  it('names what is in the way: no TLS, a certificate that is nobody’s, nobody there', async () => {
    expect(await tryMailAccount(accountAt(guarded, { login: LOGIN }), TIMES)).toEqual(
      failed('no_encryption', '500'),
    );
    for (const login of [LOGIN, null])
      expect(await tryMailAccount(accountAt(encrypted, { secure: true, login }), TIMES)).toEqual(
        failed('certificate_not_trusted', expect.stringMatching(/CERT/)),
      );
    expect(await tryMailAccount(accountAt({ port: await nobodysPort() }), TIMES)).toEqual(
      failed('unreachable', 'ECONNREFUSED'),
    );
    expect([guarded.logins(), encrypted.logins()]).toEqual([0, 0]);
  });

  it('ends in its time where the server says nothing', async () => {
    await server.tell({ hangs: true });
    const started = performance.now();
    expect(await tryMailAccount(accountAt(server), { deadlineMs: 300, silenceMs: 5_000 })).toEqual(
      failed('no_answer', null),
    );
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('the name of a company’s server', () => {
  const tenant = accountAt({ port: 587 }, { host: 'nada.invalid', reach: 'internet' });

  it.each([
    ['a message', () => send(tenant)],
    ['a try', () => tryMailAccount(tenant, TIMES)],
  ])('takes no thread that others’ names wait for: %s', async (_what, run) => {
    expect(await systemLookups(run)).toEqual([]);
  });
});
