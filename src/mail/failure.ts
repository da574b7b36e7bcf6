import type { MailAccount, Mailing } from '../operations/mail-ports.ts';

/** The commands whose refusal concerns this recipient or this message, and not our account. */
const ABOUT_THE_MESSAGE: readonly unknown[] = ['RCPT TO', 'DATA'];
const OF_THE_ENVELOPE: readonly unknown[] = [...ABOUT_THE_MESSAGE, 'MAIL FROM'];
const LONGEST_ANSWER = 200;

const REASONS: ReadonlyMap<unknown, string> = new Map(
  Object.entries({
    EAUTH: 'El servidor de correo no aceptó el usuario o la contraseña.',
    ETLS: 'No se pudo cifrar la conexión con el servidor de correo.',
    ETIMEDOUT: 'El servidor de correo no respondió a tiempo.',
    EABORT: 'El servidor de correo no respondió a tiempo.',
    EDNS: 'No se encontró el servidor de correo.',
  }),
);
const UNREACHABLE = 'No se pudo hablar con el servidor de correo.';

interface SmtpFailure {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly command?: unknown;
}

/**
 * What a failed sending means. Only a 5xx to the recipient or to the message itself is final (RFC 5321 section 4.2.1):
 * whatever else is wrong, the network, the login or the sender, can be mended while the message waits.
 */
export function mailingOf(error: unknown, login: MailAccount['login'] = null): Mailing {
  const failure: SmtpFailure = isObject(error) ? error : {};
  const { code, responseCode, command } = failure;
  const answer = OF_THE_ENVELOPE.includes(command) ? answerOf(failure, login) : null;
  const reason = answer ?? REASONS.get(code) ?? UNREACHABLE;
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  return { kind: isFinal && ABOUT_THE_MESSAGE.includes(command) ? 'refused' : 'not_now', reason };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The server's own words, on one line; null where it repeats the password. */
function answerOf({ response }: SmtpFailure, login: MailAccount['login']): string | null {
  if (typeof response !== 'string' || response === '') return null;
  if (login !== null && formsOf(login).some((form) => response.includes(form))) return null;
  const words = response.toWellFormed().replaceAll(/[\p{Cc}\s]+/gu, ' ');
  return `El servidor de correo respondió: ${words.slice(0, LONGEST_ANSWER).trim()}`;
}

/** A password as it was given and as AUTH LOGIN and AUTH PLAIN (RFC 4616) send it. */
function formsOf({ user, password }: NonNullable<MailAccount['login']>): readonly string[] {
  const encoded = [password, `\0${user}\0${password}`].map((text) => Buffer.from(text).toString('base64'));
  return [password, ...encoded];
}
