import { companyFileOf } from '../../core/company/company-file-of.ts';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import { type Problem, problemText } from '../../core/refusals/refusal.ts';
import type { StoredCompany } from '../../operations/companies/ports.ts';
import { type UnfitChange, unfitChange } from '../../operations/rehearsals/unfit-change.ts';
import { readCompanyFile } from '../../schema/read-company-file.ts';
import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { faultyFile, readJsonFile } from '../files.ts';
import { findCompany } from '../installation.ts';
import { refuseWithoutKeyFile } from '../master-key.ts';
import { type Columns, tableLines } from '../shown.ts';

const DONE = { created: 'created', changed: 'changed', unchanged: 'already as in the file' } as const;
const INVALID = 'invalid_company_file';

export const companyApply: Command = {
  usage: 'company apply FILE [--force]',
  summary:
    'Create the company of a JSON file, or change it to what the file says; with --force also to a generation in which some of its documents could not be issued.',
  async run({ places: [path = ''], options, program, open }) {
    const { value, repeated } = await readJsonFile(path);
    const reading = readCompanyFile(value);
    const problems = reading.kind === 'problems' ? reading.problems : [];
    if (reading.kind === 'problems' || repeated.length > 0)
      throw faultyFile(INVALID, path, [...repeated.map(repeatedField), ...problems]);
    const { company, warnings } = reading;
    const { slug } = company;
    refuseWithoutKeyFile(program().settings, company);
    const { office } = await open();
    const unfit = await unfitChange(office, company);
    if (unfit !== null && !options.has('force')) throw unfitFailure(slug, unfit);
    const outcome = await office.companies.apply(company);
    if (outcome.kind === 'problems') throw faultyFile(INVALID, path, outcome.problems);
    const { kind: change, companyId } = outcome;
    const impossible = unfit?.documents ?? 0;
    return {
      json: { company: slug, company_id: companyId, change, warnings, impossible_documents: impossible },
      text: [
        `The company ${slug} is ${DONE[change]}.`,
        ...(unfit === null ? [] : [`Warning: ${unfitText(unfit)}`]),
        ...warnings.map((warning) => `Warning: ${problemText(warning)}`),
      ],
    };
  },
};

function unfitText({ documents, generation }: UnfitChange): string {
  const many = documents === 1 ? 'document' : 'documents';
  return `in the last rehearsal, ${documents} ${many} could not have been issued in ${generation}.`;
}

function unfitFailure(slug: CompanySlug, unfit: UnfitChange): CommandFailure {
  const { generation } = unfit;
  return new CommandFailure(
    'rehearsal_impossible',
    `Nothing was changed: ${unfitText(unfit)} Run "sello rehearse ${slug} --generation ${generation}" to see why, and again once it is repaired; --force changes it all the same.`,
  );
}

/** JSON keeps the last of two equal names without a word, which in a company file is never meant. */
function repeatedField(path: string): Problem {
  return { path, message: 'este campo está repetido.' };
}

export const companyList: Command = {
  usage: 'company list',
  summary: 'List the companies.',
  async run({ open }) {
    const { office } = await open();
    const companies = await office.companies.list();
    return {
      json: { companies: companies.map(toJson) },
      text: tableLines(COLUMNS, companies, 'There is no company yet: sello company apply FILE creates one.'),
    };
  },
};

const COLUMNS: Columns<StoredCompany> = {
  COMPANY: ({ company }) => company.slug,
  ENVIRONMENT: ({ company }) => company.ambiente,
  NIT: ({ company }) => company.nit,
  // Lines of the log name a company by it.
  'ID IN THE LOG': ({ companyId }) => companyId,
  NAME: ({ company }) => company.name,
};

function toJson({ companyId, company }: StoredCompany) {
  const { slug, ambiente, nit, nrc, name } = company;
  return { slug, company_id: companyId, environment: ambiente, nit, nrc, name };
}

export const companyShow: Command = {
  usage: 'company show COMPANY',
  summary: 'Print the company file of a company, as "company apply" takes it.',
  async run({ openCompany }) {
    const file = companyFileOf((await openCompany()).company);
    return { json: file, text: [JSON.stringify(file, null, 2)] };
  },
};

export const linksRevoke: Command = {
  usage: 'links revoke --company SLUG',
  summary:
    'Let no link to files of the company that was given until now open anything; answers carry new ones.',
  async run({ options, open }) {
    const { office } = await open();
    const { companyId, company } = await findCompany(office, options.get('company') ?? '');
    await office.companies.revokeLinks(companyId);
    const { slug } = company;
    return {
      json: { company: slug, revoked: true },
      text: [`The links to files of ${slug} are revoked. A status query gives new ones.`],
    };
  },
};
