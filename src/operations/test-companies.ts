import type { Gate } from './access-ports.ts';
import type { CompanyReader } from './work-ports.ts';

/** CAT-001. */
const TEST = '00';

/** The second wall between a simulator and production: keys of production companies do not exist. */
export function gateOfTestCompanies(gate: Gate): Gate {
  return {
    isShut: gate.isShut,
    async admit(key, read) {
      const admission = await gate.admit(key, read);
      return admission?.caller.company.ambiente === TEST ? admission : null;
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
