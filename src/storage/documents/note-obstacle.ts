import { type NoteObstacle, noteObstacle } from '../../core/adjusting/standing.ts';
import type { ClaimRequest } from '../../operations/documents/ports.ts';
import type { Client } from '../connection/pool.ts';
import { readStanding } from './standing.ts';

/**
 * What stands in the way of the note that a claim would register or change, beside what all other notes on its CCF
 * take; null for other documents. The caller's transaction holds the lock of the CCF, so that it stays so.
 */
export async function obstacleTo(
  client: Client,
  { companyId, prepared: { adjusts } }: ClaimRequest,
  noteId: string | null,
): Promise<NoteObstacle | null> {
  if (adjusts === null) return null;
  const others = await readStanding(client, { companyId, documentId: adjusts.ccfId, without: noteId });
  return noteObstacle(others, adjusts.ccf, adjusts);
}
