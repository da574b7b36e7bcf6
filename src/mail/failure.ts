import type { MailAccount, Mailing, MailObstacle, MailTrial } from '../operations/deliveries/ports.ts';

/** The commands whose refusal concerns this recipient or this message, and not our account. */
const ABOUT_THE_MESSAGE: readonly unknown[] = ['RCPT TO', 'DATA'];
const OF_THE_ENVELOPE: readonly unknown[] = [...ABOUT_THE_MESSAGE, 'MAIL FROM'];
const LONGEST_ANSWER = 200;

interface Meaning {
  readonly obstacle: MailObstacle;
  readonly reason: string;
}

const MEANINGS: ReadonlyMap<unknown, Meaning> = new Map<unknown, Meaning>([
  [
    'EAUTH',
    { obstacle: 'login_refused', reason: 'El servidor de correo no aceptó el usuario o la contraseña.' },
  ],
  ['ETLS', { obstacle: 'no_encryption', reason: 'No se pudo cifrar la conexión con el servidor de correo.' }],
  ['ETIMEDOUT', { obstacle: 'no_answer', reason: 'El servidor de correo no respondió a tiempo.' }],
  ['EABORT', { obstacle: 'no_answer', reason: 'El servidor de correo no respondió a tiempo.' }],
  ['EDNS', { obstacle: 'unknown_host', reason: 'No se encontró el servidor de correo.' }],
]);
const UNREACHABLE: Meaning = {
  obstacle: 'unreachable',
  reason: 'No se pudo hablar con el servidor de correo.',
};
const NOT_TRUSTED: Meaning = {
  obstacle: 'certificate_not_trusted',
  reason: 'El certificado del servidor de correo no es de confianza.',
};

/** How Node and OpenSSL call what is wrong with a certificate that was shown, be it signature, time or name. */
const OF_A_CERTIFICATE =
  /^(?:ERR_TLS_CERT_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_)/;

interface SmtpFailure {
  readonly code?: unknown;
  /** What the system called it before nodemailer gave it a code of its own. */
  readonly originalCode?: unknown;
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
  const { responseCode, command } = failure;
  const { obstacle, reason: meaning } = meaningOf(failure);
  const answer = OF_THE_ENVELOPE.includes(command) ? answerOf(failure, login) : null;
  const reason = answer ?? meaning;
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  if (isFinal && ABOUT_THE_MESSAGE.includes(command)) return { kind: 'refused', reason };
  return { kind: 'not_now', obstacle, reason };
}

/** What a failed try to connect and log in means. */
export function trialOf(error: unknown): MailTrial {
  const failure: SmtpFailure = isObject(error) ? error : {};
  const { responseCode, originalCode } = failure;
  const named = typeof responseCode === 'number' ? responseCode : originalCode;
  const code = named === undefined || !/^\w{1,60}$/.test(String(named)) ? null : String(named);
  return { kind: 'failed', obstacle: meaningOf(failure).obstacle, code };
}

function meaningOf({ code, originalCode, command, responseCode }: SmtpFailure): Meaning {
  if (OF_A_CERTIFICATE.test(String(originalCode ?? code))) return NOT_TRUSTED;
  const meaning = MEANINGS.get(code) ?? UNREACHABLE;
  const spoke = OF_THE_ENVELOPE.includes(command) && typeof responseCode === 'number';
  return spoke ? { ...meaning, obstacle: 'refused_by_server' } : meaning;
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
