import { formatInstant } from '../../core/calendar/instant.ts';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import type { GivenUpNumber, NumberGap } from '../../operations/companies/ports.ts';
import type { Command } from '../command.ts';
import { findCompany, withInstallation } from '../installation.ts';
import type { Office } from '../program.ts';
import { tableLines } from '../table.ts';

export const numbers: Command = {
  name: 'numbers',
  places: ['[COMPANY]'],
  options: {},
  summary:
    'List the control numbers that no document has, and why: another system has them, or a reconciliation passed them. Ends with 1 where nobody knows why.',
  async run({ places: [slug] }, { program }) {
    const found = await withInstallation(program(), ({ office }) => unusedNumbers(office, slug ?? null));
    const all = found.flatMap(({ givenUp, gaps }) => [...givenUp, ...gaps]);
    const isExplained = all.every((one) => !('skipped' in one) || one.skipped);
    return {
      json: {
        explained: isExplained,
        given_up: found.flatMap(({ company, givenUp }) => givenUp.map((one) => givenUpJson(company, one))),
        gaps: found.flatMap(({ company, gaps }) => gaps.map((one) => gapJson(company, one))),
      },
      text:
        all.length === 0
          ? ['Every control number belongs to a document.']
          : tableLines(HEADINGS, found.flatMap(rowsOf)),
      exitCode: isExplained ? 0 : 1,
    };
  },
};

/** The numbers of one company that no document has. */
interface UnusedNumbers {
  readonly company: CompanySlug;
  readonly givenUp: readonly GivenUpNumber[];
  readonly gaps: readonly NumberGap[];
}

async function unusedNumbers(office: Office, slug: string | null): Promise<readonly UnusedNumbers[]> {
  const companies = slug === null ? await office.companies.list() : [await findCompany(office, slug)];
  const found: UnusedNumbers[] = [];
  for (const { companyId, company } of companies) {
    const givenUp = await office.numbers.givenUp(companyId);
    const gaps = await office.numbers.gaps(companyId);
    found.push({ company: company.slug, givenUp, gaps });
  }
  return found;
}

const HEADINGS = ['COMPANY', 'ENV', 'NUMBERS', 'WHY'];

function rowsOf({ company, givenUp, gaps }: UnusedNumbers): readonly (readonly string[])[] {
  return [
    ...givenUp.map((one) => [company, one.ambiente, one.numeroControl, whyGivenUp(one)]),
    ...gaps.map((gap) => [company, gap.ambiente, rangeOf(gap), gap.skipped ? SKIPPED : UNKNOWN]),
  ];
}

const SKIPPED = 'sello reconcile passed them';
const UNKNOWN = 'nobody knows: look for documents that went missing';

function whyGivenUp({ because, replacedBy, ...one }: GivenUpNumber): string {
  const reason = because === 'taken' ? 'another system has it' : 'never used';
  const node = [one.login, one.clientAddress].filter((part) => part !== null).join(' from ');
  return `${reason}; the sale has ${replacedBy} since ${formatInstant(Math.floor(one.atMs))}, by ${node}`;
}

function rangeOf({ fiscalYear, scope, first, last }: NumberGap): string {
  const range = first === last ? `${first}` : `${first} to ${last}`;
  return `${range} of ${scope === '' ? 'the company' : scope} in ${fiscalYear}`;
}

function givenUpJson(company: string, { atMs, ...one }: GivenUpNumber) {
  return {
    company,
    environment: one.ambiente,
    control_number: one.numeroControl,
    because: one.because,
    replaced_by: one.replacedBy,
    document_id: one.documentId,
    at: formatInstant(Math.floor(atMs)),
    login: one.login,
    client_address: one.clientAddress,
  };
}

function gapJson(company: string, { ambiente, fiscalYear, scope, first, last, skipped }: NumberGap) {
  return {
    company,
    environment: ambiente,
    fiscal_year: fiscalYear,
    scope,
    first: String(first),
    last: String(last),
    because: skipped ? 'reconciled' : 'unknown',
  };
}
