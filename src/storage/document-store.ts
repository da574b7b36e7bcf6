import { parseDocumentId } from '../core/identifiers/document-id.ts';
import type { Claim, DocumentRecord, DocumentStore, RawAnswer, SignedBytes } from '../operations/ports.ts';
import { createAttemptStore } from './attempt-store.ts';
import { type ClaimBatch, claimDocuments, type StoreClock } from './claim.ts';
import { createClaimBatches } from './claim-batches.ts';
import { RECORD_COLUMNS, type RecordRow, toRecord } from './document-rows.ts';
import type { Pool } from './pool.ts';
import { settleDocument } from './settle.ts';
import { inCompany, UnansweredCommit } from './transaction.ts';

/**
 * The documents in PostgreSQL. `clock` is the node's; `installationMails` tells whether there is a mail server for every
 * company, so that verdicts are to be told to the recipients.
 */
export function createDocumentStore(pool: Pool, clock: StoreClock, installationMails = false): DocumentStore {
  return {
    claim: createClaimBatches((batch) => claimTogether(pool, batch, clock)),
    ...createAttemptStore(pool, clock),
    settle: (lease, verdict) =>
      inCompany(pool, lease.companyId, (client) =>
        settleDocument(client, { lease, installationMails }, verdict),
      ),
    find: (companyId, idOrRef) => find(pool, companyId, idOrRef),
    signedBytes: (companyId, documentId) => signedBytes(pool, companyId, documentId),
  };
}

/** After a COMMIT that nobody confirmed the claims are made again: what happened is found under their identifiers. */
async function claimTogether(pool: Pool, batch: ClaimBatch, clock: StoreClock): Promise<readonly Claim[]> {
  const once = () => inCompany(pool, batch.companyId, (client) => claimDocuments(client, batch, clock));
  try {
    return await once();
  } catch (error) {
    if (error instanceof UnansweredCommit) return once();
    throw error;
  }
}

/** By document id first, then by reference, byte for byte; another company's document is not found. */
function find(pool: Pool, companyId: string, idOrRef: string): Promise<DocumentRecord | null> {
  const id = parseDocumentId(idOrRef);
  return inCompany(pool, companyId, async (client) => {
    const { rows } = await client.query<RecordRow>({
      name: 'find-document',
      text: `SELECT ${RECORD_COLUMNS} FROM documents
             WHERE company_id = $1 AND (document_id = $2 OR external_ref = $3)
             ORDER BY (document_id = $2) IS TRUE DESC LIMIT 1`,
      values: [companyId, id, idOrRef],
    });
    const [row] = rows;
    return row === undefined ? null : toRecord(row);
  });
}

interface SignedRow {
  readonly jws: string;
  readonly answer_status: number | null;
  readonly answer_body: string | null;
}

function signedBytes(pool: Pool, companyId: string, documentId: string): Promise<SignedBytes | null> {
  return inCompany(pool, companyId, async (client) => {
    const { rows } = await client.query<SignedRow>({
      name: 'signed-bytes',
      text: `SELECT jws, answer_status, answer_body FROM attempts WHERE company_id = $1 AND document_id = $2
             ORDER BY outcome = 'stamped' DESC, attempt DESC LIMIT 1`,
      values: [companyId, documentId],
    });
    const [row] = rows;
    return row === undefined ? null : { jws: row.jws, answer: answerOf(row) };
  });
}

function answerOf({ answer_status: status, answer_body: body }: SignedRow): RawAnswer | null {
  return status === null || body === null ? null : { status, body };
}
