import { parseDocumentId } from '../../core/identifiers/document-id.ts';
import type { DocumentRecord } from '../../operations/documents/ports.ts';
import { COMPANY, callForCompany } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';
import { type RecordRow, toRecord } from './document-rows.ts';

/** By document id first, then by reference, byte for byte; another company's document is not found. */
export function findRecord(pool: Pool, companyId: string, idOrRef: string): Promise<DocumentRecord | null> {
  return recordOf(pool, companyId, [parseDocumentId(idOrRef), idOrRef]);
}

/** By its reference alone, also where that is the identifier of another document. */
export function findByReference(
  pool: Pool,
  companyId: string,
  reference: string,
): Promise<DocumentRecord | null> {
  return recordOf(pool, companyId, [null, reference]);
}

async function recordOf(
  pool: Pool,
  companyId: string,
  values: readonly (string | null)[],
): Promise<DocumentRecord | null> {
  const [row] = await callForCompany<RecordRow>(pool, companyId, {
    name: 'find-document',
    text: `SELECT * FROM find_document(${COMPANY}, $3, $4)`,
    values,
  });
  return row === undefined ? null : toRecord(row);
}
