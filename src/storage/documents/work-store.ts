import type { TakenDocument, TakeRequest, WorkStore } from '../../operations/background/ports.ts';
import type { Clock } from '../../operations/documents/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import { type LogWatch, UNWATCHED } from '../log/log-watch.ts';
import { LEASED_DOCUMENTS, takeRow } from '../sending/leased-rows.ts';
import { DOCUMENTS_IN } from '../sending/states-in-sql.ts';
import { attemptsOf, HELD_COLUMNS, type HeldRow, toHeld, toRecord } from './document-rows.ts';

/** The background's side of the documents. `clock` is the node's. */
export function createWorkStore(
  pool: Pool,
  clock: Pick<Clock, 'monotonic'>,
  watch: LogWatch = UNWATCHED,
): WorkStore {
  return {
    take: (request) =>
      inCompany(pool, request.companyId, (client) => take(client, request, { clock, watch })),
    wake: (companyId, ambiente, withinMs) =>
      inCompany(pool, companyId, async (client) => {
        await client.query({
          name: 'wake-documents',
          text: `UPDATE documents d SET next_attempt_at =
                   least(d.next_attempt_at, w.at)
                 FROM (SELECT document_id, statement_timestamp() + $3 * interval '1 ms'
                         * percent_rank() OVER (ORDER BY posted_at, document_id) AS at FROM documents
                       WHERE company_id = $1 AND environment = $2 AND state = ${DOCUMENTS_IN.contingency}
                         AND next_attempt_at IS NOT NULL AND contingency_type IS NULL) w
                 WHERE d.company_id = $1 AND d.document_id = w.document_id AND d.state = ${DOCUMENTS_IN.contingency}
                   AND d.contingency_type IS NULL AND d.next_attempt_at > statement_timestamp()`,
          values: [companyId, ambiente, withinMs],
        });
      }),
  };
}

async function take(
  client: Client,
  { companyId, documentId, leaseMs, mostTakings, early }: TakeRequest,
  { clock, watch }: { readonly clock: Pick<Clock, 'monotonic'>; readonly watch: LogWatch },
): Promise<TakenDocument> {
  const key = { companyId, documentId };
  const request = { key, leaseMs, mostTakings, early, columns: HELD_COLUMNS };
  const taken = await takeRow<HeldRow>(client, LEASED_DOCUMENTS, request);
  if (taken.kind === 'gone') return taken;
  await watch.check(client);
  if (taken.kind === 'put_aside') return { kind: 'put_aside', record: toRecord(taken.row) };
  const attempts = await attemptsOf(client, key, clock.monotonic);
  return { kind: 'held', held: toHeld(taken.row, attempts, clock.monotonic()) };
}
