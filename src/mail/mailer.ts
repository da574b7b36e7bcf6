import type { SendMailOptions } from 'nodemailer';
import type { Mail, MailAccount, Mailer, Mailing, MailTrial } from '../operations/deliveries/ports.ts';
import { mailingOf, trialOf } from './failure.ts';
import type { Wording } from './message.ts';
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

/** How long it may take, and where a company's server may be. */
export interface Sending {
  readonly times: MailTimes;
  readonly networks: OwnNetworks;
}

export function createMailer(times: MailTimes = MAIL_TIMES, networks: OwnNetworks = NO_NETWORKS): Mailer {
  return {
    send: (mail, signal) => sendMessage(mail.account, messageOf(mail), { times, networks }, signal),
  };
}

/** A message to one recipient, with what goes along. */
interface Addressed extends Wording {
  readonly to: string;
  readonly messageId: string;
  readonly replyTo?: string;
  readonly attachments?: SendMailOptions['attachments'];
}

/** Sends a message over a connection of its own, which ends with the deadline whatever the server does. Never rejects. */
export async function sendMessage(
  account: MailAccount,
  { senderName, to, replyTo, ...message }: Addressed,
  { times, networks }: Sending,
  ...signals: readonly AbortSignal[]
): Promise<Mailing> {
  const signal = AbortSignal.any([...signals, AbortSignal.timeout(times.deadlineMs)]);
  try {
    const transport = await transportTo(account, times.silenceMs, networks, signal);
    await transport.sendMail({
      ...message,
      envelope: { from: account.from, to: [to] },
      from: { name: senderName, address: account.from },
      to: { name: '', address: to },
      ...(replyTo === undefined ? {} : { replyTo: { name: senderName, address: replyTo } }),
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal,
    });
    return { kind: 'sent' };
  } catch (error) {
    return mailingOf(error, account.login);
  }
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
    const trying = transportTo(account, silenceMs, networks, late).then((transport) => transport.verify());
    await Promise.race([trying, ended]);
    return { kind: 'accepted' };
  } catch (error) {
    return trialOf(error);
  }
}

/**
 * A connection for one message. Rejects where the account may not be connected to. The package is loaded with the first
 * message, because a node is to be ready before anybody mails.
 */
async function transportTo(
  account: MailAccount,
  silenceMs: number,
  networks: OwnNetworks,
  signal: AbortSignal,
) {
  const { createTransport } = await import('nodemailer');
  const patience = AbortSignal.any([signal, AbortSignal.timeout(silenceMs)]);
  return createTransport({
    ...connectionOf(account),
    ...(await destinationOf(account, networks, patience)),
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

function messageOf(mail: Mail): Addressed {
  const { taken, account, company, record } = mail;
  const { numeroControl } = record;
  const pdf = {
    filename: `${numeroControl}.pdf`,
    content: Buffer.from(mail.pdf),
    contentType: 'application/pdf',
  };
  const json = {
    filename: `${numeroControl}.json`,
    content: Buffer.from(mail.json, 'utf8'),
    contentType: 'application/json',
  };
  return {
    ...wordingOf(mail),
    to: taken.address,
    replyTo: company.email,
    messageId: taken.messageId.replace(/@.*>$/, `@${domainOf(account)}>`),
    // The file of one that was rejected is nobody's document.
    attachments: mail.rejection === null ? [pdf, json] : [pdf],
  };
}
