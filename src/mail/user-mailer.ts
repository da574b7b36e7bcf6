import { randomUUID } from 'node:crypto';
import { whenText } from '../core/calendar/day-text.ts';
import { fiscalTime } from '../core/calendar/el-salvador-time.ts';
import { ROLE_TITLES } from '../core/users/roles.ts';
import type { AccountTrier } from '../operations/companies/own-ports.ts';
import type { MailAccount, Mailing } from '../operations/deliveries/ports.ts';
import type { UserMail, UserMailer } from '../operations/users/ports.ts';
import { domainOf, MAIL_TIMES, type MailTimes, type Sending, sendMessage, TRIAL_TIMES } from './mailer.ts';
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
function sendNow(
  { account, to }: { readonly account: MailAccount; readonly to: string },
  wording: Wording,
  sending: Sending,
): Promise<Mailing> {
  const messageId = `<${randomUUID()}@${domainOf(account)}>`;
  return sendMessage(account, { ...wording, to, messageId }, sending);
}

/** Somebody waits for it in front of a page. */
const PATIENCE: MailTimes = { ...TRIAL_TIMES, deadlineMs: 15_000 };

/** Tries a mail server by a message to whoever names it. */
export function createAccountTrier(
  times: MailTimes = PATIENCE,
  networks: OwnNetworks = NO_NETWORKS,
): AccountTrier {
  return {
    try({ account, to, toName, company }) {
      const wording = worded({
        senderName: `${company} (Sello)`,
        subject: `Prueba del correo de ${company} en Sello`,
        opening: `Hola, ${toName}: si lee esto, el servidor de correo de ${company} funciona.`,
        notes: ['Los documentos de la empresa salen por él.'],
        tables: [],
        closing: 'Este correo es una prueba; no hay que responderlo.',
      });
      return sendNow({ account, to }, wording, { times, networks });
    },
  };
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
