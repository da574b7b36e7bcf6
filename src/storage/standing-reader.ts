import type { ReferencedDocument, StandingReader } from '../operations/adjusting-ports.ts';
import { RECORD_COLUMNS, type RecordRow, toRecord } from './document-rows.ts';
import type { Client, Pool } from './pool.ts';
import { readStanding } from './standing.ts';
import { inCompany } from './transaction.ts';

/** Reads the standing of documents in PostgreSQL, without a lock. */
export function createStandingReader(pool: Pool): StandingReader {
  return {
    standing: (companyId, documentId) =>
      inCompany(pool, companyId, (client) => readStanding(client, { companyId, documentId })),
    underReference: (companyId, externalRef) =>
      inCompany(pool, companyId, (client) => underReference(client, companyId, externalRef)),
  };
}

interface ReferencedRow extends RecordRow {
  readonly adjusts: string | null;
}

async function underReference(
  client: Client,
  companyId: string,
  externalRef: string,
): Promise<ReferencedDocument | null> {
  const { rows } = await client.query<ReferencedRow>({
    name: 'under-reference',
    text: `SELECT ${RECORD_COLUMNS}, adjusts FROM documents WHERE company_id = $1 AND external_ref = $2`,
    values: [companyId, externalRef],
  });
  const [row] = rows;
  return row === undefined ? null : { record: toRecord(row), ccfId: row.adjusts };
}
