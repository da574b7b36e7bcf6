import type { Admission, Gate } from '../access/ports.ts';
import type { CompanyReader } from '../background/ports.ts';

/** CAT-001. */
const TEST = '00';

/** The second wall between a simulator and production: keys of production companies do not exist. */
export function gateOfTestCompanies(gate: Gate): Gate {
  const ofTest = (admission: Admission | null) =>
    admission?.caller.company.ambiente === TEST ? admission : null;
  return {
    refusal: async (key) => ofTest(await gate.refusal(key)),
    admit: async (key, read) => ofTest(await gate.admit(key, read)),
  };
}

/** The wall of test companies for the background work. */
export function testCompanies(companies: CompanyReader): CompanyReader {
  return {
    async company(companyId) {
      const company = await companies.company(companyId);
      return company?.ambiente === TEST ? company : null;
    },
  };
}
