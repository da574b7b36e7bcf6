import { createTransport } from 'nodemailer';
import type { Mail, MailAccount, Mailer, MailTrial } from '../operations/deliveries/ports.ts';
import { mailingOf, trialOf } from './failure.ts';
import { destinationOf, NO_NETWORKS, type OwnNetworks } from './reach.ts';
import { wordingOf } from './wording.ts';

/** All in milliseconds. */
export interface MailTimes {
  /** From the first look for the server to its last word. */
  readonly deadlineMs: number;
  /** Until the server speaks, and between any two words of it. */
  readonly silenceMs: number;
}

export const MAIL_TIMES: MailTimes = { deadlineMs: 30_000, silenceMs: 10_000 };

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** Sends each message over a connection of its own, which ends with the deadline whatever the server does. */
export function createMailer(
  { deadlineMs, silenceMs }: MailTimes = MAIL_TIMES,
  networks: OwnNetworks = NO_NETWORKS,
): Mailer {
  return {
    async send(mail, signal) {
      try {
        const transport = await transportTo(mail.account, silenceMs, networks);
        const ending = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
        await transport.sendMail({ ...messageOf(mail), signal: ending });
        return { kind: 'sent' };
      } catch (error) {
        return mailingOf(error, mail.account.login);
      }
    },
  };
}

/** How long the try of an account may take. */
export const TRIAL_TIMES: MailTimes = { deadlineMs: 6_000, silenceMs: 4_000 };

/** Connects as for a message, TLS and login included, and sends none. Never rejects. */
export async function tryMailAccount(
  account: MailAccount,
  { deadlineMs, silenceMs }: MailTimes = TRIAL_TIMES,
  networks: OwnNetworks = NO_NETWORKS,
): Promise<MailTrial> {
  const late = AbortSignal.timeout(deadlineMs);
  const ended = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })));
  });
  try {
    const trying = transportTo(account, silenceMs, networks).then((transport) => transport.verify());
    await Promise.race([trying, ended]);
    return { kind: 'accepted' };
  } catch (error) {
    return trialOf(error);
  }
}

/** A connection for one message. Rejects where the account may not be connected to. */
export async function transportTo(account: MailAccount, silenceMs: number, networks: OwnNetworks) {
  return createTransport({
    ...connectionOf(account),
    ...(await destinationOf(account, networks, silenceMs)),
    // Servers hold a name against a sender that is not of its domain, and one like `localhost` even more.
    name: domainOf(account),
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    dnsTimeout: silenceMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * A password travels over TLS or not at all. Without one, STARTTLS is used where the server offers it, but for a relay
 * on this machine, whose certificate is nobody's.
 */
function connectionOf({ host, port, secure, login }: MailAccount) {
  if (login !== null) {
    const auth = { user: login.user, pass: login.password };
    return { host, port, secure, requireTLS: true, auth };
  }
  return { host, port, secure, ignoreTLS: !secure && LOOPBACK.test(host) };
}

/** The domain of the sender's address. */
export function domainOf({ from }: MailAccount): string {
  return from.slice(from.lastIndexOf('@') + 1);
}

/** The delivery file; one that was rejected is nobody's document. */
function fileOf({ record, json }: Mail) {
  return {
    filename: `${record.numeroControl}.json`,
    content: Buffer.from(json, 'utf8'),
    contentType: 'application/json',
  };
}

function messageOf(mail: Mail) {
  const { taken, account, company, record } = mail;
  const { senderName, subject, text, html } = wordingOf(mail);
  return {
    envelope: { from: account.from, to: [taken.address] },
    from: { name: senderName, address: account.from },
    to: { name: '', address: taken.address },
    replyTo: { name: senderName, address: company.email },
    messageId: taken.messageId.replace(/@.*>$/, `@${domainOf(account)}>`),
    headers: { 'Auto-Submitted': 'auto-generated' },
    subject,
    text,
    html,
    attachments: [
      {
        filename: `${record.numeroControl}.pdf`,
        content: Buffer.from(mail.pdf),
        contentType: 'application/pdf',
      },
      ...(mail.rejection === null ? [fileOf(mail)] : []),
    ],
  };
}
