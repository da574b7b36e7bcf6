import type { Company } from '../../src/core/company/company.ts';
import { forEachType } from '../../src/core/dte/kinds.ts';
import { readCompanyFile } from '../../src/schema/read-company-file.ts';

/** The smallest company file: required fields only, of a fictitious company in San Salvador. */
export const MINIMAL_COMPANY_FILE = {
  slug: 'tienda-ejemplo',
  environment: '00',
  nit: '06140101900018',
  nrc: '1234567',
  name: 'Tienda Ejemplo, S.A. de C.V.',
  activity_code: '47111',
  phone: '2222-3333',
  email: 'facturas@ejemplo.com',
  address: 'Calle Ficticia 1, Colonia Ejemplo',
  department: '06',
  municipality: '23',
  district_code: '14',
  schema_generation: 'v2',
  establishments: [{ code: 'M001', points_of_sale: ['P001'] }],
};

/** `schema_generation` of a company that issues every type in one generation, and writes events in one of their own. */
export function generationsFile(documents: unknown, events: unknown): Readonly<Record<string, unknown>> {
  return { ...forEachType(() => documents), events };
}

/** The company of a file, which must be right. */
export function companyOfFile(file: unknown): Company {
  const result = readCompanyFile(file);
  if (result.kind === 'problems') throw new Error(JSON.stringify({ file, problems: result.problems }));
  return result.company;
}

/** The minimal company, with the changes given. */
export function exampleCompany(changes: Readonly<Record<string, unknown>> = {}): Company {
  return companyOfFile({ ...MINIMAL_COMPANY_FILE, ...changes });
}
