import type { BenchHouse } from './house.ts';
import type { Program } from './program.ts';

/** The naive pipeline on the house's PostgreSQL and authority, which knows the house's companies. */
export async function startNaive(house: BenchHouse, withPdf: boolean): Promise<Program> {
  const naive = await house.start('naive', {
    DATABASE_URL: house.postgres.url,
    AUTHORITY_URL: house.authority.url,
    WITH_PDF: withPdf ? '1' : '0',
  });
  await naive.ask('companies', { keys: house.companies.map(({ key }) => key) });
  return naive;
}
