import type { Period } from '../core/declaring/period.ts';
import type { StoredCompany } from '../operations/companies/ports.ts';
import type { Criteria } from '../operations/declarations/criteria-words.ts';
import type { MonthOrder } from '../operations/declarations/declared-files.ts';
import { classesFor } from '../operations/declarations/month-classes.ts';
import type { Office } from './program.ts';

/** How an accountant says on the command line what the manual leaves open. */
export const CRITERIA_OPTIONS = {
  'negative-notes': '',
  'exports-with-freight': '',
  'codes-without-hyphens': '',
  accents: '',
} as const;

/** A month of a company, as whoever types these options declares it now. */
export async function orderIn(
  options: ReadonlyMap<string, string>,
  { months }: Pick<Office, 'months'>,
  { companyId, company }: StoredCompany,
  period: Period,
): Promise<MonthOrder> {
  const { encoding, ...criteria } = criteriaIn(options);
  const month = { companyId, ambiente: company.ambiente, period };
  return {
    declaration: { ...month, classes: await classesFor(months, month, company), ...criteria },
    declarer: company,
    encoding,
    madeMs: Date.now(),
  };
}

function criteriaIn(options: ReadonlyMap<string, string>): Criteria {
  return {
    notesAreNegative: options.has('negative-notes'),
    exportsWithFreight: options.has('exports-with-freight'),
    codesWithoutHyphens: options.has('codes-without-hyphens'),
    encoding: options.has('accents') ? 'windows-1252' : 'plain',
  };
}
