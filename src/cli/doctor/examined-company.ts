import type { SecretsRegistry, StoredCompany } from '../../operations/companies/ports.ts';
import { toFailure } from '../failure.ts';

/** A company with what is set up for it. */
export interface ExaminedCompany extends StoredCompany {
  readonly setup: Awaited<ReturnType<SecretsRegistry['setup']>>;
}

const AT_ONCE = 8;

/** The results in the order of the companies, of which a few are tried at a time. */
export async function triedFew<T>(
  companies: readonly ExaminedCompany[],
  attempt: (company: ExaminedCompany) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = [];
  for (let start = 0; start < companies.length; start += AT_ONCE)
    results.push(...(await Promise.all(companies.slice(start, start + AT_ONCE).map(attempt))));
  return results;
}

/** A sentence or an error as the message of a check, behind which the stop and the advice follow. */
export function clauseOf(said: unknown): string {
  return (typeof said === 'string' ? said : toFailure(said).message).replace(/\.$/, '');
}
