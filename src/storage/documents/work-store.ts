import type { DocumentState } from '../../core/submitting/states.ts';
import type { TakeRequest, Taking, WorkStore } from '../../operations/background/ports.ts';
import type { Clock } from '../../operations/documents/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import {
  attemptsOf,
  HELD_COLUMNS,
  type HeldRow,
  RECORD_COLUMNS,
  type RecordRow,
  toHeld,
  toRecord,
} from './document-rows.ts';

/** The states that the background brings on: numbered, and without a verdict. */
export const OPEN_STATES: readonly DocumentState[] = ['claimed', 'in_flight', 'contingency'];

/** The background's side of the documents. `clock` is the node's. */
export function createWorkStore(pool: Pool, clock: Pick<Clock, 'monotonic'>): WorkStore {
  return {
    take: (request) => inCompany(pool, request.companyId, (client) => take(client, request, clock)),
    wake: (companyId, ambiente, withinMs) =>
      inCompany(pool, companyId, async (client) => {
        await client.query({
          name: 'wake-documents',
          text: `UPDATE documents d SET next_attempt_at =
                   least(d.next_attempt_at, clock_timestamp() + w.place * $3 * interval '1 ms')
                 FROM (SELECT document_id, percent_rank() OVER (ORDER BY posted_at, document_id) AS place FROM documents
                       WHERE company_id = $1 AND environment = $2 AND state = 'contingency'
                         AND next_attempt_at IS NOT NULL AND contingency_type IS NULL) w
                 WHERE d.company_id = $1 AND d.document_id = w.document_id AND d.state = 'contingency'
                   AND d.contingency_type IS NULL AND d.next_attempt_at > clock_timestamp()`,
          values: [companyId, ambiente, withinMs],
        });
      }),
  };
}

async function take(client: Client, request: TakeRequest, clock: Pick<Clock, 'monotonic'>): Promise<Taking> {
  const takings = await lockDue(client, request);
  if (takings === null) return { kind: 'gone' };
  if (takings >= request.mostTakings)
    return { kind: 'put_aside', record: await putAside(client, request, takings) };
  const row = await lease(client, request);
  const monotonicMs = clock.monotonic();
  const attempts = await attemptsOf(client, request, monotonicMs);
  return { kind: 'held', document: toHeld(row, attempts, monotonicMs) };
}

/**
 * How often it was taken in vain; null where it is not due, or somebody else is just taking it. The condition on its time
 * names no part of the index of what is due, in which the planner would else look through all that its company waits for.
 */
async function lockDue(
  client: Client,
  { companyId, documentId, early = false }: TakeRequest,
): Promise<number | null> {
  const { rows } = await client.query<{ readonly takings: number }>({
    name: 'lock-due',
    text: `SELECT takings FROM documents
           WHERE company_id = $1 AND document_id = $2 AND state = ANY($3)
             AND coalesce(next_attempt_at, 'infinity') < CASE WHEN $4 THEN 'infinity' ELSE clock_timestamp() END
             AND (lease_until IS NULL OR lease_until <= clock_timestamp())
           FOR UPDATE SKIP LOCKED`,
    values: [companyId, documentId, OPEN_STATES, early],
  });
  return rows[0]?.takings ?? null;
}

/** The next time is set before the work begins: whoever does not come back has it backed off already. */
async function lease(client: Client, { companyId, documentId, leaseMs }: TakeRequest): Promise<HeldRow> {
  const { rows } = await client.query<HeldRow>({
    name: 'take-due',
    text: `UPDATE documents SET fence = fence + 1, takings = takings + 1, lease_holder = NULL,
             lease_until = clock_timestamp() + $3 * interval '1 ms',
             next_attempt_at = clock_timestamp() + $3 * interval '1 ms'
                               + least(10 * 2 ^ takings, 600) * interval '1 s'
           WHERE company_id = $1 AND document_id = $2
           RETURNING ${HELD_COLUMNS}`,
    values: [companyId, documentId, leaseMs],
  });
  return onlyRow(rows);
}

async function putAside(client: Client, { companyId, documentId }: TakeRequest, takings: number) {
  const { rows } = await client.query<RecordRow>({
    name: 'put-aside',
    text: `UPDATE documents SET put_aside_at = clock_timestamp(), next_attempt_at = NULL
           WHERE company_id = $1 AND document_id = $2
           RETURNING ${RECORD_COLUMNS}`,
    values: [companyId, documentId],
  });
  await client.query({
    name: 'note-put-aside',
    text: `INSERT INTO audit_events (company_id, document_id, kind, detail) VALUES ($1, $2, 'put_aside', $3)`,
    values: [companyId, documentId, JSON.stringify({ takings })],
  });
  return toRecord(onlyRow(rows));
}

function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('a locked document was not updated');
  return row;
}
