import type { KeyReader } from './access-ports.ts';
import type { CompanyReader } from './work-ports.ts';

/** CAT-001. */
const TEST = '00';

/** The second wall between a simulator and production: keys of production companies do not exist. */
export function keysOfTestCompanies(keys: KeyReader): KeyReader {
  return {
    noteUse: keys.noteUse,
    async identify(publicId) {
      const known = await keys.identify(publicId);
      return known?.company.ambiente === TEST ? known : null;
    },
  };
}

/** The same wall for the background work. */
export function testCompanies(companies: CompanyReader): CompanyReader {
  return {
    async company(companyId) {
      const company = await companies.company(companyId);
      return company?.ambiente === TEST ? company : null;
    },
  };
}
