import type { StoredCompany } from '../../operations/companies/ports.ts';
import type { Command } from '../command.ts';
import { withInstallation } from '../installation.ts';
import { tableLines } from '../table.ts';

export const companyList: Command = {
  name: 'company list',
  places: [],
  options: {},
  summary: 'List the companies.',
  async run(_invocation, { program }) {
    const companies = await withInstallation(program(), ({ office }) => office.companies.list());
    // The id is what lines of the log name a company by.
    const rows = companies.map(({ companyId, company: { slug, ambiente, nit, name } }) => [
      slug,
      ambiente,
      nit,
      companyId,
      name,
    ]);
    return {
      json: { companies: companies.map(toJson) },
      text:
        rows.length === 0
          ? ['There is no company yet: sello company apply FILE creates one.']
          : tableLines(['COMPANY', 'ENVIRONMENT', 'NIT', 'ID IN THE LOG', 'NAME'], rows),
    };
  },
};

function toJson({ companyId, company }: StoredCompany) {
  const { slug, ambiente, nit, nrc, name } = company;
  return { slug, company_id: companyId, environment: ambiente, nit, nrc, name };
}
