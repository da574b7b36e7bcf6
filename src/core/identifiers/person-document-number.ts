import { parseDui, whyNotDui } from './dui.ts';
import { parseNit, whyNotNit } from './nit.ts';
import { whyNotPlainText } from './text.ts';

/**
 * CAT-022, the kind of document that identifies a person: 02 resident card, 03 passport, 13 DUI, 36 NIT, 37 other.
 */
export type PersonDocumentType = '02' | '03' | '13' | '36' | '37';

/**
 * The number of such a document. 13 and 36 follow the rules of DUI and NIT. No pattern is published for the others:
 * 1 to 20 characters (v2 schemas, `numDocumento`), a passport at least 3 (v1 schemas).
 */
export type PersonDocumentNumber = string & { readonly __brand: 'PersonDocumentNumber' };

export const PERSON_DOCUMENT_TYPES: readonly PersonDocumentType[] = ['02', '03', '13', '36', '37'];

const FREE_LIMITS = { min: 1, max: 20 };
const PASSPORT_LIMITS = { min: 3, max: 20 };

export function isPersonDocumentType(text: string): text is PersonDocumentType {
  return PERSON_DOCUMENT_TYPES.some((type) => type === text);
}

/** Whether the text is the number of such a document in its stored form: trimmed, DUI and NIT as digits only. */
export function isPersonDocumentNumber(type: PersonDocumentType, text: string): text is PersonDocumentNumber {
  return whyNotPersonDocumentNumber(type, text) === null && text === storedForm(type, text);
}

/** The number; hyphens and blanks are removed from a DUI or NIT, outer blanks from the others. Null if it is none. */
export function parsePersonDocumentNumber(
  type: PersonDocumentType,
  text: string,
): PersonDocumentNumber | null {
  const stored = storedForm(type, text);
  return isPersonDocumentNumber(type, stored) ? stored : null;
}

/** The reason, in Spanish, why `parsePersonDocumentNumber` refuses the text; null where it does not. */
export function whyNotPersonDocumentNumber(type: PersonDocumentType, text: string): string | null {
  if (type === '13') return whyNotDui(text);
  if (type === '36') return whyNotNit(text);
  return whyNotPlainText(text.trim(), type === '03' ? PASSPORT_LIMITS : FREE_LIMITS);
}

function storedForm(type: PersonDocumentType, text: string): string {
  if (type === '13') return parseDui(text) ?? text;
  if (type === '36') return parseNit(text) ?? text;
  return text.trim();
}
