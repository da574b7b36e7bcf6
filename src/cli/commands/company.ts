import { companyFileOf } from '../../core/company/company-file-of.ts';
import type { StoredCompany } from '../../operations/companies/ports.ts';
import type { Answer, Call } from '../command.ts';
import { findCompany } from '../installation.ts';
import { type Columns, tableLines } from '../shown.ts';

export async function companyList({ open }: Call): Promise<Answer> {
  const { office } = await open();
  const companies = await office.companies.list();
  return {
    json: { companies: companies.map(toJson) },
    text: tableLines(COLUMNS, companies, 'There is no company yet: sello company apply FILE creates one.'),
  };
}

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

export async function companyShow({ openCompany }: Call): Promise<Answer> {
  const file = companyFileOf((await openCompany()).company);
  return { json: file, text: [JSON.stringify(file, null, 2)] };
}

export async function linksRevoke({ options, open }: Call): Promise<Answer> {
  const { office } = await open();
  const { companyId, company } = await findCompany(office, options.get('company') ?? '');
  await office.companies.revokeLinks(companyId);
  const { slug } = company;
  return {
    json: { company: slug, revoked: true },
    text: [`The links to files of ${slug} are revoked. A status query gives new ones.`],
  };
}
