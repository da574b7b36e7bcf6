import { trimmed, withoutSeparators } from '../identifiers/text.ts';

/**
 * A company's user at the authority's API as somebody wrote it: mostly its NIT, whose hyphens and blanks the authority does
 * not take (`[emisor.nit] NO CORRESPONDE A USUARIO`), and which loses them as in the company file. Any other name stays.
 */
export function authorityUser(text: string): string {
  const bare = withoutSeparators(trimmed(text));
  return /^[0-9]+$/.test(bare) ? bare : trimmed(text);
}
