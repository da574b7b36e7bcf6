import type { Ambiente } from '../../core/dte/kinds.ts';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import type { GivenUpNumber, NumberGap } from '../../operations/companies/ports.ts';
import type { Answer, Call } from '../command.ts';
import { findCompany } from '../installation.ts';
import { type Columns, instantText, tableLines } from '../shown.ts';

export async function numbers({ places: [slug], open }: Call): Promise<Answer> {
  const { office } = await open();
  const companies = slug === undefined ? await office.companies.list() : [await findCompany(office, slug)];
  const found: UnusedNumbers[] = [];
  for (const { companyId, company } of companies) {
    const givenUp = await office.numbers.givenUp(companyId);
    const gaps = await office.numbers.gaps(companyId);
    found.push({ company: company.slug, givenUp, gaps });
  }
  const all = found.flatMap(({ givenUp, gaps }) => [...givenUp, ...gaps]);
  const isExplained = all.every((one) => !('skipped' in one) || one.skipped);
  return {
    json: {
      explained: isExplained,
      given_up: found.flatMap(({ company, givenUp }) => givenUp.map((one) => givenUpJson(company, one))),
      gaps: found.flatMap(({ company, gaps }) => gaps.map((one) => gapJson(company, one))),
    },
    text: tableLines(COLUMNS, found.flatMap(rowsOf), 'Every control number belongs to a document.'),
    exitCode: isExplained ? 0 : 1,
  };
}

/** The numbers of one company that no document has. */
interface UnusedNumbers {
  readonly company: CompanySlug;
  readonly givenUp: readonly GivenUpNumber[];
  readonly gaps: readonly NumberGap[];
}

/** A line of the table, each cell under its heading. */
type Row = readonly [company: CompanySlug, ambiente: Ambiente, numbers: string, why: string];

const COLUMNS: Columns<Row> = {
  COMPANY: ([company]) => company,
  ENV: ([, ambiente]) => ambiente,
  NUMBERS: ([, , numbers]) => numbers,
  WHY: ([, , , why]) => why,
};

function rowsOf({ company, givenUp, gaps }: UnusedNumbers): readonly Row[] {
  return [
    ...givenUp.map((one): Row => [company, one.ambiente, one.numeroControl, whyGivenUp(one)]),
    ...gaps.map((gap): Row => [company, gap.ambiente, rangeOf(gap), gap.skipped ? SKIPPED : UNKNOWN]),
  ];
}

const SKIPPED = 'sello reconcile passed them';
const UNKNOWN = 'nobody knows: look for documents that went missing';

function whyGivenUp({ because, replacedBy, ...one }: GivenUpNumber): string {
  const reason = because === 'taken' ? 'another system has it' : 'never used';
  const node = [one.login, one.clientAddress].filter((part) => part !== null).join(' from ');
  return `${reason}; the sale has ${replacedBy} since ${instantText(one.atMs)}, by ${node}`;
}

function rangeOf({ fiscalYear, scope, first, last }: NumberGap): string {
  const range = first === last ? `${first}` : `${first} to ${last}`;
  return `${range} of ${scope === '' ? 'the company' : scope} in ${fiscalYear}`;
}

function givenUpJson(company: CompanySlug, { atMs, ...one }: GivenUpNumber) {
  return {
    company,
    environment: one.ambiente,
    control_number: one.numeroControl,
    because: one.because,
    replaced_by: one.replacedBy,
    document_id: one.documentId,
    at: instantText(atMs),
    login: one.login,
    client_address: one.clientAddress,
  };
}

function gapJson(company: CompanySlug, { ambiente, fiscalYear, scope, first, last, skipped }: NumberGap) {
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
