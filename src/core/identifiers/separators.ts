const SEPARATORS = /[ \u00a0-]/g;

/**
 * The text without the hyphens and blanks that people write inside NIT, NRC and DUI. Everything else stays, so that
 * a letter or a dot is still seen by the check that follows.
 */
export function withoutSeparators(text: string): string {
  return text.replace(SEPARATORS, '');
}
