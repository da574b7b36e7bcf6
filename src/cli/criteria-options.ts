import type { Criteria } from '../operations/declarations/criteria-words.ts';

/** How an accountant says on the command line what the manual leaves open. */
export const CRITERIA_OPTIONS = {
  'negative-notes': '',
  'exports-with-freight': '',
  'codes-without-hyphens': '',
  accents: '',
} as const;

export function criteriaIn(options: ReadonlyMap<string, string>): Criteria {
  return {
    notesAreNegative: options.has('negative-notes'),
    exportsWithFreight: options.has('exports-with-freight'),
    codesWithoutHyphens: options.has('codes-without-hyphens'),
    encoding: options.has('accents') ? 'windows-1252' : 'plain',
  };
}
