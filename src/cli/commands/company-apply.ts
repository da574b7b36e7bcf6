import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import { type Problem, problemText } from '../../core/refusals/refusal.ts';
import { type UnfitChange, unfitChange } from '../../operations/rehearsals/unfit-change.ts';
import { readCompanyFile } from '../../schema/read-company-file.ts';
import type { Answer, Call } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { faultyFile, readJsonFile } from '../files.ts';
import { refuseWithoutKeyFile } from '../master-key.ts';

const DONE = { created: 'created', changed: 'changed', unchanged: 'already as in the file' } as const;
const INVALID = 'invalid_company_file';

export async function companyApply({ places: [path = ''], options, program, open }: Call): Promise<Answer> {
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
}

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
