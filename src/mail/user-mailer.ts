import { randomUUID } from 'node:crypto';
import { whenText } from '../core/calendar/day-text.ts';
import { fiscalTime } from '../core/calendar/el-salvador-time.ts';
import { ROLE_TITLES } from '../core/users/roles.ts';
import type { MailAccount, Mailing } from '../operations/deliveries/ports.ts';
import type { UserMail, UserMailer } from '../operations/users/ports.ts';
import { mailingOf } from './failure.ts';
import { domainOf, MAIL_TIMES, type MailTimes, transportTo } from './mailer.ts';
import { type Wording, worded } from './message.ts';
import { NO_NETWORKS, type OwnNetworks } from './reach.ts';

/** Writes to users at once, while they wait for it: a link that arrives an hour later is of no use to anybody. */
export function createUserMailer(
  times: MailTimes = MAIL_TIMES,
  networks: OwnNetworks = NO_NETWORKS,
): UserMailer {
  return { send: (mail) => sendNow(mail, wordingOf(mail), { times, networks }) };
}

/** Sends a message at once. Never rejects. */
export async function sendNow(
  { account, to }: { readonly account: MailAccount; readonly to: string },
  { senderName, subject, text, html }: Wording,
  { times, networks }: { readonly times: MailTimes; readonly networks: OwnNetworks },
): Promise<Mailing> {
  try {
    const transport = await transportTo(account, times.silenceMs, networks);
    await transport.sendMail({
      envelope: { from: account.from, to: [to] },
      from: { name: senderName, address: account.from },
      to: { name: '', address: to },
      messageId: `<${randomUUID()}@${domainOf(account)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      subject,
      text,
      html,
      signal: AbortSignal.timeout(times.deadlineMs),
    });
    return { kind: 'sent' };
  } catch (error) {
    return mailingOf(error, account.login);
  }
}

function wordingOf({ message, toName }: UserMail): Wording {
  const { fecEmi, horEmi } = fiscalTime(message.endsAt);
  const until = `El enlace sirve una sola vez, hasta el ${whenText(fecEmi, horEmi.slice(0, 5))}.`;
  if (message.kind === 'reset')
    return worded({
      senderName: 'Sello',
      subject: 'Cambiar su contraseña de Sello',
      opening: `Hola, ${toName}: alguien pidió cambiar la contraseña con la que usted entra a Sello.`,
      notes: [],
      tables: [],
      link: ['Elegir otra contraseña', message.link],
      closing: `${until} Si no fue usted, no haga nada: su contraseña sigue igual.`,
    });
  const { company, invitedBy, role } = message;
  const place = company ?? 'la instalación';
  return worded({
    senderName: company === null ? 'Sello' : `${company} (Sello)`,
    subject: `${invitedBy} le invita a ${place} en Sello`,
    opening: `Hola, ${toName}: ${invitedBy} le invita a entrar a la consola de facturación electrónica de ${place}.`,
    notes: [],
    tables: [[['Su rol', ROLE_TITLES[role]]]],
    link: ['Aceptar la invitación', message.link],
    closing: `${until} Si no esperaba este correo, no haga nada.`,
  });
}
