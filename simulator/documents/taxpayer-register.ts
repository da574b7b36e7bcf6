import { recordIn, textIn } from '../exact/json.ts';
import { isDate } from '../shapes/formats.ts';
import { firstOf } from '../verdict/refusal.ts';
import type { Rule } from './document-kind.ts';

/**
 * The authority looks the receiver of a CCF, or of a note on one, up in its register, also in the test environment: an
 * invented NIT is answered 009 (facts, verdicts, row 11). The register is not public, so a NIT passes here unless nobody
 * can have it. The check digit is not asked for, because NITs that the Ministry itself prints fail it.
 */
export const existingReceptor: Rule = (document) => {
  const receptor = recordIn(document, 'receptor');
  // A note of 2026 says of what kind its receiver's number is.
  const field = 'numDocumento' in receptor ? 'numDocumento' : 'nit';
  const number = textIn(receptor, field);
  return firstOf([[number !== null && !canExist(number), '13', '009', `receptor.${field}`]]);
};

/** One digit alone is nobody's, and the digits 5 to 10 of fourteen are a birth or a foundation: day, month, year. */
function canExist(nit: string): boolean {
  if (/^(\d)\1*$/.test(nit)) return false;
  const [, day, month, year] = /^\d{4}(\d{2})(\d{2})(\d{2})\d{4}$/.exec(nit) ?? [];
  if (day === undefined) return true;
  return [`19${year}`, `20${year}`].some((century) => isDate(`${century}-${month}-${day}`));
}
