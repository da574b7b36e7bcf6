import { foldText } from '../../catalogs/fold.ts';
import { codePointCount } from '../identifiers/text.ts';
import type { Fault } from '../refusals/refusal.ts';
import { USUAL_PASSWORDS } from './data/usual-passwords.ts';

export const SHORTEST_PASSWORD = 10;
export const LONGEST_PASSWORD = 256;

/** Whose password it is to be; what is known of a person is no secret. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

const REPEATED = /^(.{1,4})\1+$/u;
const AROUND = /^[^\p{L}]+|[^\p{L}]+$/gu;
const IN_LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
};

/**
 * The same text however a keyboard has composed its letters (NIST SP 800-63B, section 5.1.1.2, as of 2017-06): what is
 * hashed and compared.
 */
export function normalizedPassword(password: string): string {
  return password.normalize('NFKC');
}

/** Why the text cannot be this person's password; null where it can. No mixture of kinds of characters is asked for. */
export function passwordFault(password: string, owner: PasswordOwner): Fault | null {
  if (password.length > 2 * LONGEST_PASSWORD) return tooLong();
  const text = normalizedPassword(password);
  const length = codePointCount(text);
  if (length < SHORTEST_PASSWORD)
    return {
      code: 'too_short',
      message: `La contraseña debe tener al menos ${SHORTEST_PASSWORD} caracteres.`,
    };
  if (length > LONGEST_PASSWORD) return tooLong();
  if (isOfOwner(text, owner))
    return { code: 'invalid', message: 'La contraseña no puede ser su correo ni su nombre.' };
  if (isCommon(text))
    return {
      code: 'invalid',
      message: 'Esa contraseña es de las más usadas y se adivina enseguida; elija otra.',
    };
  return null;
}

function tooLong(): Fault {
  return { code: 'too_long', message: `La contraseña no puede tener más de ${LONGEST_PASSWORD} caracteres.` };
}

/** The e-mail address, its part before the at sign or the name, with nothing but digits and signs around it. */
function isOfOwner(password: string, { email, name }: PasswordOwner): boolean {
  const own = [email, email.slice(0, email.lastIndexOf('@')), name].map(lettersOf);
  const tried = lettersOf(password);
  return tried !== '' && own.includes(tried);
}

function lettersOf(text: string): string {
  return foldText(text).replaceAll(' ', '').replaceAll(AROUND, '');
}

/** One of the commonest itself, one of them with digits and signs around it, or a few characters again and again. */
function isCommon(password: string): boolean {
  const folded = foldText(password).replaceAll(' ', '');
  const bare = folded.replaceAll(AROUND, '');
  const plain = [...bare].map((character) => IN_LEET[character] ?? character).join('');
  const forms = [folded, bare, plain];
  if (forms.some((form) => USUAL_PASSWORDS.has(form))) return true;
  if (REPEATED.test(folded)) return true;
  const [, twice = ''] = /^(.+?)\1+$/u.exec(bare) ?? [];
  return USUAL_PASSWORDS.has(twice);
}
