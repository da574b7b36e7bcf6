import { parseCompanySlug } from '../../core/identifiers/company-slug.ts';
import type { Problem } from '../../core/refusals/problem.ts';
import { readCompletionSheet } from '../../core/rehearsing/completion-sheet.ts';
import type { Command } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { findCompany, withInstallation } from '../installation.ts';
import { readText } from '../read-file.ts';

export const customersComplete: Command = {
  name: 'customers complete',
  places: ['FILE'],
  options: {},
  summary:
    'Read back the CSV file of a rehearsal: sales that do not say district, document type, activity or unit take what it tells, from the next one on.',
  async run({ places: [path = ''] }, { program }) {
    const reading = readCompletionSheet(await readText(path));
    if (reading.kind === 'problems') throw invalidSheet(path, reading.problems);
    const { companies } = reading;
    const unknown = companies.filter(({ company }) => parseCompanySlug(company) === null);
    if (unknown.length > 0)
      throw invalidSheet(
        path,
        unknown.map(({ company }) => ({ path: 'empresa', message: `${company} no es una empresa.` })),
      );
    await withInstallation(program(), async ({ office }) => {
      const found = [];
      for (const told of companies) found.push({ ...told, ...(await findCompany(office, told.company)) });
      for (const { companyId, customers, products } of found)
        await office.completions.tell(companyId, { customers, products });
    });
    const told = companies.map(({ company, customers, products }) => ({
      company,
      customers: customers.length,
      products: products.length,
    }));
    return {
      json: { companies: told },
      text:
        told.length === 0
          ? [`Nothing is filled in in ${path}.`]
          : told.map(
              ({ company, customers, products }) =>
                `${company}: customers completed: ${customers}, products: ${products}; the next sales use it.`,
            ),
    };
  },
};

function invalidSheet(path: string, problems: readonly Problem[]): CommandFailure {
  const count = problems.length === 1 ? 'one mistake' : `${problems.length} mistakes`;
  return new CommandFailure('invalid_sheet', `${path} has ${count}; nothing was changed.`, problems);
}
