import type { Company } from '../../core/company/company.ts';
import { createRecent } from '../../core/memory/recent.ts';
import type { CompanyReader } from '../../operations/background/ports.ts';
import { readCompanyFile } from '../../schema/read-company-file.ts';
import { COMPANY, callForCompany } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';

/** Companies that a node remembers, each at one version. */
const REMEMBERED = 5_000;

/** The companies as a service reads them; each version of one is read and parsed once. */
export interface Companies extends CompanyReader {
  /** The company at this version or a later one. Null where it does not exist. */
  atVersion(companyId: string, version: string): Company | Promise<Company | null>;
  /** The epoch of the company's links when it was last read; 0 before. */
  linksEpoch(companyId: string): number;
  /** Takes over what another thread has read. */
  noteLinksEpoch(companyId: string, epoch: number): void;
}

export function createCompanyReader(pool: Pool): Companies {
  const known = createRecent<{ readonly version: string; readonly company: Company }>(REMEMBERED);
  // Few companies ever revoke their links, so that all of those are remembered.
  const epochs = new Map<string, number>();
  const noteLinksEpoch = (companyId: string, epoch: number) => {
    if (epoch > (epochs.get(companyId) ?? 0)) epochs.set(companyId, epoch);
  };
  const read = async (companyId: string): Promise<Company | null> => {
    const before = known.get(companyId);
    const [row] = await callForCompany<{
      readonly version: string;
      /** Null where the version is the one that the reader said it knew. */
      readonly profile: unknown;
      readonly links_epoch: number;
    }>(pool, companyId, {
      name: 'read-company',
      text: `SELECT * FROM read_company(${COMPANY}, $3)`,
      values: [before?.version ?? ''],
    });
    if (row === undefined) return null;
    noteLinksEpoch(companyId, row.links_epoch);
    if (before !== null && before.version === row.version) return before.company;
    const company = parseProfile(companyId, row.profile);
    known.set(companyId, { version: row.version, company });
    return company;
  };
  /** Whoever waits for a version shares one reading, which began when somebody had seen that version. */
  const reading = new Map<string, Promise<Company | null>>();
  const readTogether = (companyId: string, version: string): Promise<Company | null> => {
    const name = `${companyId} ${version}`;
    const one = reading.get(name) ?? read(companyId).finally(() => reading.delete(name));
    reading.set(name, one);
    return one;
  };
  return {
    company: read,
    linksEpoch: (companyId) => epochs.get(companyId) ?? 0,
    noteLinksEpoch,
    atVersion(companyId, version) {
      const before = known.get(companyId);
      return before?.version === version ? before.company : readTogether(companyId, version);
    },
  };
}

/** A stored company file. Throws where this version of Sello would not take it. */
export function parseProfile(companyId: string, profile: unknown): Company {
  const reading = readCompanyFile(profile);
  if (reading.kind === 'company') return reading.company;
  throw new Error(
    `stored company ${companyId} is not valid: ${reading.problems.map(({ path }) => path).join(', ')}`,
  );
}
