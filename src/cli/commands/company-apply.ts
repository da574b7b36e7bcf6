import type { Problem } from '../../core/refusals/problem.ts';
import { problemText } from '../../core/refusals/refusal.ts';
import { type UnfitChange, unfitChange } from '../../operations/rehearsals/unfit-change.ts';
import { readCompanyFile } from '../../schema/read-company-file.ts';
import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { withInstallation } from '../installation.ts';
import { refuseWithoutKeyFile } from '../master-key.ts';
import { readJsonFile } from '../read-file.ts';

const DONE = { created: 'created', changed: 'changed', unchanged: 'already as in the file' } as const;

export const companyApply: Command = {
  name: 'company apply',
  places: ['FILE'],
  options: { force: '' },
  summary:
    'Create the company of a JSON file, or change it to what the file says; with --force also to a generation in which some of its documents could not be issued.',
  async run({ places: [path = ''], options }, { program }) {
    const { value, repeated } = await readJsonFile(path);
    const reading = readCompanyFile(value);
    const problems = reading.kind === 'problems' ? reading.problems : [];
    if (reading.kind === 'problems' || repeated.length > 0)
      throw invalidFile(path, [...repeated.map(repeatedField), ...problems]);
    const { company, warnings } = reading;
    refuseWithoutKeyFile(program().settings, company);
    const { outcome, unfit } = await withInstallation(program(), async ({ office }) => {
      const found = await unfitChange(office, company);
      if (found !== null && !options.has('force')) throw unfitFailure(company.slug, found);
      return { outcome: await office.companies.apply(company), unfit: found };
    });
    if (outcome.kind === 'problems') throw invalidFile(path, outcome.problems);
    const { kind, companyId } = outcome;
    return {
      json: {
        company: company.slug,
        company_id: companyId,
        change: kind,
        warnings,
        impossible_documents: unfit?.documents ?? 0,
      },
      text: [
        `The company ${company.slug} is ${DONE[kind]}.`,
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

function unfitFailure(slug: string, unfit: UnfitChange): CommandFailure {
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

function invalidFile(path: string, problems: readonly Problem[]): CommandFailure {
  const count = problems.length === 1 ? 'one mistake' : `${problems.length} mistakes`;
  return new CommandFailure('invalid_company_file', `${path} has ${count}; nothing was changed.`, problems);
}
