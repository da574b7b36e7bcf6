import type { Mailing } from '../operations/mail-ports.ts';

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
export function mailingOf(error: unknown): Mailing {
  const failure: SmtpFailure = isObject(error) ? error : {};
  const { code, responseCode, command } = failure;
  const answer = OF_THE_ENVELOPE.includes(command) ? answerOf(failure) : null;
  const reason = answer ?? REASONS.get(code) ?? UNREACHABLE;
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
  return { kind: isFinal && ABOUT_THE_MESSAGE.includes(command) ? 'refused' : 'not_now', reason };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The server's own words, on one line; a login is never among them. */
function answerOf({ response }: SmtpFailure): string | null {
  if (typeof response !== 'string' || response === '') return null;
  const words = response.toWellFormed().replaceAll(/[\p{Cc}\s]+/gu, ' ');
  return `El servidor de correo respondió: ${words.slice(0, LONGEST_ANSWER).trim()}`;
}
