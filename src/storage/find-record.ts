import { parseDocumentId } from '../core/identifiers/document-id.ts';
import type { DocumentRecord } from '../operations/ports.ts';
import { type RecordRow, toRecord } from './document-rows.ts';
import { callFunction } from './function-call.ts';
import type { Pool } from './pool.ts';

/** By document id first, then by reference, byte for byte; another company's document is not found. */
export async function findRecord(
  pool: Pool,
  companyId: string,
  idOrRef: string,
): Promise<DocumentRecord | null> {
  const [row] = await callFunction<RecordRow>(pool, {
    name: 'find-document',
    text: 'SELECT * FROM find_document($1, $2, $3)',
    values: [companyId, parseDocumentId(idOrRef), idOrRef],
  });
  return row === undefined ? null : toRecord(row);
}
