import { identifierKind } from './text.ts';

/**
 * An e-mail address as the Ministry takes it: 6 to 100 ASCII characters, a local part of dot-separated atoms (RFC 5321
 * section 4.1.2, without quoted strings) and a host name with at least one dot whose last label starts with a letter.
 * Everything it accepts, JSON Schema's `email` format accepts too. Source: fe-f-v2 `correo` minLength 6, maxLength
 * 100; fe-fc-v1 `format: email`.
 */
export type Email = string & { readonly __brand: 'Email' };

const MIN_LENGTH = 6;
const MAX_LENGTH = 100;
const MAX_LOCAL_LENGTH = 64;

/** No two alternatives can take the same character at the same place, so matching is linear in the text's length. */
const SHAPE =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9]+(?:-+[a-z0-9]+)*\.)+[a-z](?:-*[a-z0-9])+$/i;

/** RFC 1035 section 2.3.4: a label of a host name has at most 63 octets. */
const LONG_LABEL = /[a-z0-9-]{64}/i;

/** Case is kept: the local part may depend on it. */
export const {
  is: isEmail,
  parse: parseEmail,
  whyNot: whyNotEmail,
} = identifierKind<Email>((text) => {
  if (text.length < MIN_LENGTH) return `el correo debe tener al menos ${MIN_LENGTH} caracteres.`;
  if (text.length > MAX_LENGTH) return `el correo no puede tener más de ${MAX_LENGTH} caracteres.`;
  const at = text.lastIndexOf('@');
  const fits = at <= MAX_LOCAL_LENGTH && !LONG_LABEL.test(text.slice(at + 1));
  return fits && SHAPE.test(text) ? null : 'el correo no tiene un formato válido, como nombre@dominio.com.';
});
