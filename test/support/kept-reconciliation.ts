import { randomUUID } from 'node:crypto';
import type { FindingReason } from '../../src/core/declaring/told-difference.ts';
import type { House } from './house.ts';

export interface KeptReconciliation {
  readonly companyId: string;
  readonly documentId: string;
  readonly month: string;
  readonly ended: boolean;
  /** Reasons with the seals that the authority told, all about the one document. */
  readonly findings: readonly (readonly [FindingReason, string | null])[];
}

/** A reconciliation on record that nobody has made: one of three documents was asked about, as the last one where it ended. */
export async function keepReconciliation(house: Pick<House, 'sql'>, kept: KeptReconciliation): Promise<void> {
  const { companyId, documentId, month, ended, findings } = kept;
  const id = randomUUID();
  await house.sql(
    `INSERT INTO month_reconciliations (company_id, reconciliation_id, environment, month, begun_by, total, documents,
       ended_at, after_posted_at, after_document)
     SELECT $1, $2, '00', $3, 'Ana', 3, 1, CASE WHEN $4 THEN clock_timestamp() END, d.posted_at, d.document_id
     FROM (VALUES (1)) AS one LEFT JOIN documents d ON $4 AND d.company_id = $1 AND d.document_id = $5`,
    [companyId, id, month, ended, documentId],
  );
  for (const [reason, stamp] of findings)
    await house.sql(
      `INSERT INTO reconciliation_findings (company_id, reconciliation_id, document_id, reason, generation_code, stamp_there)
       SELECT $1, $2, $3, $4, generation_code, $5 FROM documents WHERE document_id = $3`,
      [companyId, id, documentId, reason, stamp],
    );
}
