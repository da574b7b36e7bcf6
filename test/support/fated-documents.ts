import type { TipoDte } from '../../src/core/dte/kinds.ts';
import { insertDocuments, listedDocument } from './listed-documents.ts';
import type { StorageBench } from './storage-bench.ts';

/** A document and its fate, in local time: when it was issued and sealed, and when its invalidation was asked for and sealed. */
export interface Fate {
  readonly tipoDte: TipoDte;
  readonly issued: string;
  readonly sealed?: string;
  readonly asked?: string;
  readonly undone?: string;
}

const MINUTE_MS = 60_000;

/** Puts a document with its fate on record; one that is sealed an hour late had a second holder. One a minute. */
export async function insertFated(bench: StorageBench, companyId: string, fate: Fate): Promise<string> {
  const { tipoDte, issued, sealed, asked, undone } = fate;
  const postedMs = Date.parse(`${issued}-06:00`);
  const listed = {
    ...listedDocument(postedMs / MINUTE_MS, 0),
    tipoDte,
    postedMs,
    state: 'contingency' as const,
  };
  const document = { ...listed, controlNumber: listed.controlNumber.replace(/^DTE-../, `DTE-${tipoDte}`) };
  await insertDocuments(bench, companyId, [{ ...document, receptionStamp: null }]);
  const { documentId } = document;
  if (sealed === undefined) return documentId;
  await bench.asSuperuser(
    `UPDATE documents SET state = 'stamped', reception_stamp = $3, stamped_attempt = 1, settled_at = $2,
       fence = CASE WHEN $2::timestamptz > posted_at + interval '1 hour' THEN 2 ELSE 1 END WHERE document_id = $1`,
    [documentId, `${sealed}-06`, `2026${'A'.repeat(36)}`],
  );
  if (asked === undefined) return documentId;
  await bench.asSuperuser(
    `INSERT INTO invalidations (company_id, document_id, environment, generation, state, generation_code, requested_at,
       draft, settled_at) VALUES ($1, $2, '00', 'v2', 'sealed', upper(gen_random_uuid()::text), $3, '{}', $4)`,
    [companyId, documentId, `${asked}-06`, `${undone}-06`],
  );
  return documentId;
}
