import type { ClaimRequest } from '../operations/ports.ts';
import type { Client } from './pool.ts';
import { type ExistingRow, lockExisting } from './take-up.ts';

/**
 * Locks everything that the claims of one company work on: the documents that exist under their references, and the
 * CCF of their notes, in one order with all others. Gives the documents by reference.
 *
 * While a CCF's lock is waited for, its holder may register a note under one of these references, which the statement
 * that waits does not see; and to lock that note behind its CCF would be out of order. Then all is unlocked and begun
 * again.
 */
export async function lockForClaims(
  client: Client,
  companyId: string,
  requests: readonly ClaimRequest[],
): Promise<ReadonlyMap<string, ExistingRow>> {
  const notes = requests.filter(({ prepared }) => prepared.adjusts !== null);
  const references = requests.flatMap(({ externalRef, prepared }) => [
    externalRef,
    ...(prepared.adjusts === null ? [] : [prepared.adjusts.ccfRef]),
  ]);
  if (notes.length === 0) return lockExisting(client, { companyId, references });
  for (;;) {
    await client.query('SAVEPOINT locking');
    const found = await lockExisting(client, { companyId, references });
    const unseen = notes.map(({ externalRef }) => externalRef).filter((each) => !found.has(each));
    if (!(await isAnyThere(client, companyId, unseen))) return checked(found, notes);
    await client.query('ROLLBACK TO SAVEPOINT locking');
  }
}

async function isAnyThere(
  client: Client,
  companyId: string,
  references: readonly string[],
): Promise<boolean> {
  if (references.length === 0) return false;
  const { rowCount } = await client.query({
    name: 'claim-appeared',
    text: 'SELECT 1 FROM documents WHERE company_id = $1 AND external_ref = ANY($2) LIMIT 1',
    values: [companyId, references],
  });
  return rowCount !== 0;
}

function checked(
  found: ReadonlyMap<string, ExistingRow>,
  notes: readonly ClaimRequest[],
): ReadonlyMap<string, ExistingRow> {
  for (const { prepared, documentId } of notes) {
    const { ccfRef, ccfId } = prepared.adjusts ?? {};
    if (found.get(ccfRef ?? '')?.document_id !== ccfId)
      throw new Error(`the CCF of the note ${documentId} is not locked`);
  }
  return found;
}
