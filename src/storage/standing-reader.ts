import type { StandingReader } from '../operations/adjusting-ports.ts';
import type { Pool } from './pool.ts';
import { readStanding } from './standing.ts';
import { inCompany } from './transaction.ts';

/** Reads the standing of documents in PostgreSQL, without a lock. */
export function createStandingReader(pool: Pool): StandingReader {
  return {
    standing: (companyId, documentId) =>
      inCompany(pool, companyId, (client) => readStanding(client, { companyId, documentId })),
  };
}
