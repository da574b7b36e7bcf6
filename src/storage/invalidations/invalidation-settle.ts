import { silenceText } from '../../core/submitting/silence-text.ts';
import { INVALIDATION } from '../../core/submitting/states.ts';
import type { Lease } from '../../operations/documents/ports.ts';
import type { InvalidationRecord, InvalidationVerdict } from '../../operations/invalidations/ports.ts';
import { storable } from '../connection/function-call.ts';
import type { Client } from '../connection/pool.ts';
import { timeWhere } from '../connection/statement-time.ts';
import { closeBytes, LEASED_INVALIDATIONS, settleSending } from '../sending/leased-rows.ts';
import { INVALIDATIONS_IN } from '../sending/states-in-sql.ts';
import { INVALIDATION_COLUMNS, type InvalidationRow, toInvalidation } from './invalidation-rows.ts';

interface SettledRow extends InvalidationRow {
  readonly tries: number;
}

/**
 * Writes the verdict, closes its bytes, notes the event and ends the lease, all in the caller's transaction. Null when
 * the lease is no longer ours.
 */
export async function settleInvalidation(
  client: Client,
  lease: Lease,
  verdict: InvalidationVerdict,
): Promise<InvalidationRecord | null> {
  const row = await writeVerdict(client, lease, verdict);
  if (row === null) return null;
  if (isDoubted(verdict)) await settleSending(client, LEASED_INVALIDATIONS, lease);
  else if (verdict.kind !== 'silence')
    await closeBytes(client, LEASED_INVALIDATIONS, {
      key: lease,
      outcome: fateOf(verdict),
      raw: verdict.raw,
    });
  // A silence like the one before it says nothing new.
  if (verdict.kind !== 'silence' || row.tries === 1) await note(client, lease, verdict);
  return toInvalidation(row);
}

async function writeVerdict(
  client: Client,
  { companyId, documentId, fence }: Lease,
  verdict: InvalidationVerdict,
): Promise<SettledRow | null> {
  const { sello, processedAt, code, message, observations, ...outcome } = outcomeOf(verdict);
  const doubted = isDoubted(verdict);
  const state = doubted ? INVALIDATION.begins.to : outcome.state;
  const { rows } = await client.query<SettledRow>({
    name: `settle-invalidation-${verdict.kind}`,
    text: `UPDATE invalidations i SET state = $4, reception_stamp = $5, processed_at = $6, message_code = $7,
             message = $8, observations = $9, lease_until = NULL, takings = 0, doubted = $11,
             settled_at = ${timeWhere(`$4 <> ${INVALIDATIONS_IN.open}`)},
             tries = CASE WHEN $4 = ${INVALIDATIONS_IN.open} THEN i.tries + 1 ELSE 0 END,
             next_attempt_at = statement_timestamp() + $10 * interval '1 ms'
           WHERE company_id = $1 AND document_id = $2 AND fence = $3 AND state = ${INVALIDATIONS_IN.open}
           RETURNING ${INVALIDATION_COLUMNS}, i.tries`,
    values: [
      companyId,
      documentId,
      fence,
      state,
      sello,
      processedAt === null ? null : storable(processedAt),
      storable(code),
      storable(message),
      JSON.stringify(observations.map(storable)),
      retryMsOf(verdict),
      doubted,
    ],
  });
  return rows[0] ?? null;
}

/** Whether the bytes of a rejected event stay of unknown fate. */
function isDoubted(verdict: InvalidationVerdict): boolean {
  return verdict.kind === 'rejected' && verdict.doubtedMs !== null;
}

function retryMsOf(verdict: InvalidationVerdict): number | null {
  if (verdict.kind === 'silence') return verdict.retryMs;
  return verdict.kind === 'rejected' ? verdict.doubtedMs : null;
}

function outcomeOf(verdict: InvalidationVerdict) {
  const none = { sello: null, processedAt: null, code: '', observations: [] };
  switch (verdict.kind) {
    case 'sealed':
      return {
        ...none,
        state: 'sealed',
        sello: verdict.selloRecibido,
        processedAt: verdict.fhProcesamiento,
        code: verdict.codigoMsg,
        message: verdict.message,
      };
    case 'rejected': {
      const { codigoMsg, descripcionMsg, observaciones } = verdict.rejection;
      return {
        ...none,
        state: 'rejected',
        code: codigoMsg,
        message: descripcionMsg,
        observations: observaciones,
      };
    }
    case 'silence':
      return {
        ...none,
        state: 'open',
        message: silenceText('invalidation', verdict.cause === 'sign_in_refused'),
      };
  }
}

/** Bytes that were refused because somebody else had been faster are no sealed ones. */
function fateOf(verdict: Exclude<InvalidationVerdict, { kind: 'silence' }>): 'sealed' | 'rejected' {
  return verdict.kind === 'sealed' && verdict.ours ? 'sealed' : 'rejected';
}

async function note(
  client: Client,
  { companyId, documentId }: Lease,
  verdict: InvalidationVerdict,
): Promise<void> {
  const { message, code } = outcomeOf(verdict);
  const reason = verdict.kind === 'silence' ? { reason: storable(verdict.reason) } : {};
  await client.query({
    name: 'note-invalidation',
    text: `INSERT INTO audit_events (company_id, document_id, kind, detail) VALUES ($1, $2, $3, $4)`,
    values: [
      companyId,
      documentId,
      `invalidation_${verdict.kind}`,
      JSON.stringify({ message: storable(message), message_code: storable(code), ...reason }),
    ],
  });
}
