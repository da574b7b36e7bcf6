/** Whether a text has a certain form; formats judge the form only, not whether the thing exists. */
export type Format = (text: string) => boolean;

/** The form that a regular expression describes; it must be anchored by its author. */
export function matching(pattern: RegExp): Format {
  return (text) => pattern.test(text);
}

export const isNit: Format = matching(/^(?:[0-9]{14}|[0-9]{9})$/);
export const isNrc: Format = matching(/^[0-9]{1,8}$/);
export const isActivityCode: Format = matching(/^[0-9]{2,6}$/);
export const isTwoDigits: Format = matching(/^[0-9]{2}$/);
export const isGenerationCode: Format = matching(/^[A-F0-9]{8}(?:-[A-F0-9]{4}){3}-[A-F0-9]{12}$/);

/** `HH:mm:ss`; the official pattern also lets a second of one digit pass. */
export const isClockTime: Format = matching(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]?$/);

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** `yyyy-MM-dd`, a day that exists in the Gregorian calendar. */
export const isDate: Format = (text) => {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= days;
};

const ATOM = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

/** An e-mail address: dot-separated atoms, one `@`, a domain of at least two labels. Quoted forms are not taken. */
export const isEmail: Format = (text) => {
  const [local, domain, ...rest] = text.split('@');
  if (local === undefined || domain === undefined || rest.length > 0) return false;
  const labels = domain.split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label)) && isDotAtom(local);
};

function isDotAtom(local: string): boolean {
  return local.split('.').every((atom) => ATOM.test(atom));
}
