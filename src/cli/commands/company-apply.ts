import { CATALOG_CONTEXT } from '../../core/company/catalog-context.ts';
import { type CompanyFileResult, parseCompanyFile } from '../../core/company/company-file.ts';
import type { Problem } from '../../core/refusals/problem.ts';
import { problemText } from '../../core/refusals/refusal.ts';
import { applyCompany } from '../../operations/companies/manage-companies.ts';
import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { withInstallation } from '../installation.ts';
import { refuseWithoutKeyFile } from '../master-key.ts';
import { readJsonFile } from '../read-file.ts';

const DONE = { created: 'created', changed: 'changed', unchanged: 'already as in the file' } as const;

export const companyApply: Command = {
  name: 'company apply',
  places: ['FILE'],
  options: {},
  summary: 'Create the company of a JSON file, or change it to what the file says.',
  async run({ places: [path = ''] }, { program }) {
    const { value, repeated } = await readJsonFile(path);
    const reading = parseCompanyFile(value, CATALOG_CONTEXT);
    refuseRepeated(path, reading, repeated);
    if (reading.kind === 'company') refuseWithoutKeyFile(program().settings, reading.company);
    const outcome = await withInstallation(program(), ({ office }) => applyCompany(office.companies, value));
    if (outcome.kind === 'problems') throw invalidFile(path, outcome.problems);
    const { change, companyId, slug, warnings } = outcome;
    return {
      json: { company: slug, company_id: companyId, change, warnings },
      text: [
        `The company ${slug} is ${DONE[change]}.`,
        ...warnings.map((warning) => `Warning: ${problemText(warning)}`),
      ],
    };
  },
};

/** JSON keeps the last of two equal names without a word, which in a company file is never meant. */
function refuseRepeated(path: string, reading: CompanyFileResult, repeated: readonly string[]): void {
  if (repeated.length === 0) return;
  const others = reading.kind === 'problems' ? reading.problems : [];
  const twice = repeated.map((field) => ({ path: field, message: 'este campo está repetido.' }));
  throw invalidFile(path, [...twice, ...others]);
}

function invalidFile(path: string, problems: readonly Problem[]): CommandFailure {
  const count = problems.length === 1 ? 'one mistake' : `${problems.length} mistakes`;
  return new CommandFailure('invalid_company_file', `${path} has ${count}; nothing was changed.`, problems);
}
