import type { ExternalRef } from '../../core/identifiers/external-ref.ts';
import type { ClaimRequest } from '../../operations/documents/ports.ts';
import type { Client } from '../connection/pool.ts';
import { type ExistingRow, lockExisting } from './take-up.ts';

/**
 * Locks everything that a claim works on: the document that exists under its reference, which is its answer, and the CCF
 * of a note, in one order with all others.
 *
 * While a CCF's lock is waited for, its holder may register a note under this reference, which the statement that waits
 * does not see; and to lock that note behind its CCF would be out of order. Then all is unlocked and begun again.
 */
export async function lockForClaim(client: Client, request: ClaimRequest): Promise<ExistingRow | null> {
  const { companyId, externalRef, prepared } = request;
  const { adjusts } = prepared;
  if (adjusts === null)
    return (await lockExisting(client, { companyId, references: [externalRef] })).get(externalRef) ?? null;
  for (;;) {
    await client.query('SAVEPOINT locking');
    const found = await lockExisting(client, { companyId, references: [externalRef, adjusts.ccfRef] });
    const existing = found.get(externalRef) ?? null;
    if (existing !== null || !(await isThere(client, companyId, externalRef))) {
      if (found.get(adjusts.ccfRef)?.document_id !== adjusts.ccfId)
        throw new Error(`the CCF of the note ${request.documentId} is not locked`);
      return existing;
    }
    await client.query('ROLLBACK TO SAVEPOINT locking');
  }
}

async function isThere(client: Client, companyId: string, externalRef: ExternalRef): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'claim-appeared',
    text: 'SELECT 1 FROM documents WHERE company_id = $1 AND external_ref = $2',
    values: [companyId, externalRef],
  });
  return rowCount !== 0;
}
