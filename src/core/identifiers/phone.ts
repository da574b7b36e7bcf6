import { identifierKind, whyNotPlainText } from './text.ts';

/**
 * A telephone number as people write it: 8 to 30 characters, at least one of them a digit. The Ministry checks the
 * length only. Source: fe-f-v2 and fe-fc-v1, `telefono` minLength 8, maxLength 30.
 */
export type Phone = string & { readonly __brand: 'Phone' };

const LIMITS = { min: 8, max: 30 };
const DIGIT = /[0-9]/;

export const {
  is: isPhone,
  parse: parsePhone,
  whyNot: whyNotPhone,
} = identifierKind<Phone>((text) => {
  const reason = whyNotPlainText(text, LIMITS);
  if (reason !== null) return reason;
  return DIGIT.test(text) ? null : 'el teléfono debe tener dígitos.';
});
