import { afterAll, describe, expect, it } from 'vitest';
import { openMailServer } from '../../test/mail/mail-server.ts';
import { readMessage, textOf } from '../../test/mail/read-message.ts';
import { emailOf } from '../../test/support/identifiers.ts';
import { mailAccount } from '../../test/support/mail-account.ts';
import { shared } from '../../test/support/shared.ts';
import type { UserMail } from '../operations/users/ports.ts';
import { createUserMailer } from './user-mailer.ts';

const TIMES = { deadlineMs: 1_500, silenceMs: 500 };
const LINK = 'https://sello.example.com/app/clave/abc-DEF_123';

const server = shared(() => openMailServer());
afterAll(() => server.close());

const account = (port = server.port) => mailAccount({ port, from: emailOf('sello@ejemplo.com') });

async function sent(to: string, message: UserMail['message'], toName = 'Ana Flores') {
  const mailer = createUserMailer(TIMES);
  expect(await mailer.send({ account: account(), to: emailOf(to), toName, message })).toEqual({
    kind: 'sent',
  });
  const [taken] = await server.messagesTo(to);
  return { taken, message: readMessage(taken?.source ?? '') };
}

const linesOf = (text: string) => text.replaceAll('\r\n', '\n');

// 14:05 in El Salvador.
const ENDS_AT = Date.UTC(2026, 10, 23, 20, 5);

describe('a mail to a user', () => {
  it('of a reset says what to open, until when, and what else it may be', async () => {
    const { taken, message } = await sent('ana@example.com', { kind: 'reset', link: LINK, endsAt: ENDS_AT });
    expect(taken).toMatchObject({ from: 'sello@ejemplo.com', to: ['ana@example.com'] });
    expect(Object.fromEntries(message.headers)).toMatchObject({
      from: 'Sello <sello@ejemplo.com>',
      to: 'ana@example.com',
      'auto-submitted': 'auto-generated',
      'message-id': expect.stringMatching(/^<[\w-]{36}@ejemplo\.com>$/),
    });
    const text = linesOf(textOf(message, 'text/plain'));
    expect(text).toContain(`Elegir otra contraseña:\n${LINK}`);
    expect(text).toContain('una sola vez, hasta el 23/11/2026 14:05');
    expect(text).toContain('Si no fue usted, no haga nada');
    expect(textOf(message, 'text/html')).toContain(`<a href="${LINK}">Elegir otra contraseña</a>`);
  });

  it('of an invitation says who invites to what, and no text of theirs is markup or a header', async () => {
    const { message } = await sent(
      'eva@example.com',
      {
        kind: 'invitation',
        invitedBy: 'Rosa <b>\r\nBcc: todos@example.com',
        company: 'Tienda "Ejemplo"\r\nX: y',
        role: 'accountant',
        link: LINK,
        endsAt: ENDS_AT,
      },
      '<script>x</script>',
    );
    const headers = Object.fromEntries(message.headers);
    expect(headers['bcc']).toBeUndefined();
    expect(headers['x']).toBeUndefined();
    const html = textOf(message, 'text/html');
    expect(html).toContain('Rosa &lt;b&gt;');
    expect(html).not.toContain('<script>');
    expect(html).toContain('Contador');
    expect(linesOf(textOf(message, 'text/plain'))).toContain(`Aceptar la invitación:\n${LINK}`);
  });

  it('of an invitation to operate names no company', async () => {
    const message = {
      kind: 'invitation',
      invitedBy: 'Rosa',
      company: null,
      role: 'operator',
      link: LINK,
      endsAt: ENDS_AT,
    } as const;
    const { message: read } = await sent('oto@example.com', message);
    expect(textOf(read, 'text/plain')).toContain('de la instalación');
  });

  it('says why it did not go', async () => {
    const mailer = createUserMailer(TIMES);
    const mail = {
      to: emailOf('a@example.com'),
      toName: 'A',
      message: { kind: 'reset', link: LINK, endsAt: 0 },
    } as const;
    expect(await mailer.send({ ...mail, account: account(1) })).toMatchObject({
      kind: 'not_now',
      obstacle: 'unreachable',
    });
  });
});
