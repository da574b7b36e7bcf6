import { hash } from 'node:crypto';
import type { Contingencia } from '../../core/dte/contingencia.ts';
import type {
  Clock,
  DocumentStore,
  HeldDocument,
  Lease,
  NewAttempt,
} from '../../operations/documents/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { CLOCK, columnsAfter } from '../connection/statement-time.ts';
import { inCompany } from '../connection/transaction.ts';
import { closeAttempt, countResend, LEASED_DOCUMENTS, release, renew } from '../sending/leased-rows.ts';
import { BYTES_IN, DOCUMENTS_IN } from '../sending/states-in-sql.ts';
import { attemptsOf, HELD_COLUMNS, type HeldRow, toHeld } from './document-rows.ts';

/** What a lease holder writes between claim and verdict; every write is void once the lease is somebody else's. */
export function createAttemptStore(
  pool: Pool,
  clock: Pick<Clock, 'monotonic'>,
): Pick<DocumentStore, 'keepUnsent' | 'recordResend' | 'renew' | 'closeAttempt' | 'codesAsked' | 'release'> {
  const held = (lease: Lease, work: (client: Client) => Promise<HeldRow | null>) =>
    inCompany(pool, lease.companyId, async (client): Promise<HeldDocument | null> => {
      const row = await work(client);
      if (row === null) return null;
      return toHeld(row, await attemptsOf(client, lease, clock.monotonic), clock.monotonic());
    });
  return {
    keepUnsent: (lease, attempt) =>
      held(lease, async (client) => {
        const found = await lockHeld(client, lease);
        const { contingencia } = attempt;
        const becomesFormal = contingencia !== null && found?.contingency_type === null;
        const row = becomesFormal ? await formalize(client, lease, contingencia) : found;
        if (row !== null) await insertUnsent(client, lease, attempt);
        return row;
      }),
    recordResend: (lease, attempt, leaseMs) =>
      held(lease, async (client) => {
        const row = await markSent(client, lease, leaseMs);
        if (row !== null) await countResend(client, LEASED_DOCUMENTS, { key: lease, attempt });
        return row;
      }),
    closeAttempt: (lease, attempt, outcome) =>
      held(lease, async (client) => {
        const row = await applyWanted(client, lease);
        if (row !== null) await closeAttempt(client, LEASED_DOCUMENTS, { key: lease, attempt, outcome });
        return row;
      }),
    codesAsked: (lease) => held(lease, (client) => markAsked(client, lease)),
    renew: (lease, leaseMs) =>
      inCompany(pool, lease.companyId, (client) => renew(client, LEASED_DOCUMENTS, { lease, leaseMs })),
    release: (lease, retryMs) =>
      inCompany(pool, lease.companyId, (client) => release(client, LEASED_DOCUMENTS, { lease, retryMs })),
  };
}

async function markSent(client: Client, lease: Lease, leaseMs: number): Promise<HeldRow | null> {
  const { rows } = await client.query<HeldRow>({
    name: 'mark-sent',
    text: columnsAfter(
      `UPDATE documents SET state = ${DOCUMENTS_IN.sent}, lease_until = statement_timestamp() + $4 * interval '1 ms'
           WHERE company_id = $1 AND document_id = $2 AND fence = $3
             AND state IN (${DOCUMENTS_IN.sendable})
           RETURNING *`,
      HELD_COLUMNS,
    ),
    values: [lease.companyId, lease.documentId, lease.fence, leaseMs],
  });
  return rows[0] ?? null;
}

/** The document under its lease, whose holder nobody replaces before the end of the transaction. */
async function lockHeld(client: Client, lease: Lease): Promise<HeldRow | null> {
  const { rows } = await client.query<HeldRow>({
    name: 'lock-held',
    text: `SELECT ${HELD_COLUMNS} FROM documents
           WHERE company_id = $1 AND document_id = $2 AND fence = $3
             AND state IN (${DOCUMENTS_IN.sendable}) FOR UPDATE`,
    values: [lease.companyId, lease.documentId, lease.fence],
  });
  return rows[0] ?? null;
}

/** What a document declares is written once and stays. */
async function formalize(
  client: Client,
  lease: Lease,
  { tipo, motivo }: Contingencia,
): Promise<HeldRow | null> {
  const { rows } = await client.query<HeldRow>({
    name: 'formalize',
    text: columnsAfter(
      `UPDATE documents SET state = ${DOCUMENTS_IN.contingency}, contingency_type = $4, contingency_reason = $5
           WHERE company_id = $1 AND document_id = $2 AND fence = $3 AND state IN (${DOCUMENTS_IN.formalizable})
           RETURNING *`,
      HELD_COLUMNS,
    ),
    values: [lease.companyId, lease.documentId, lease.fence, tipo, motivo],
  });
  return rows[0] ?? null;
}

async function insertUnsent(client: Client, lease: Lease, attempt: NewAttempt): Promise<void> {
  await client.query({
    name: 'insert-unsent',
    text: `INSERT INTO attempts (company_id, document_id, attempt, generation_code, payload_hash, jws, jws_sha256,
             outcome, sends, formal, last_sent_at, first_sent_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, ${BYTES_IN.notDelivered}, 0, $8, clock_timestamp(), NULL)`,
    values: [
      lease.companyId,
      lease.documentId,
      attempt.number,
      attempt.codigoGeneracion,
      attempt.payloadHash,
      attempt.jws,
      hash('sha256', attempt.jws, 'buffer'),
      attempt.contingencia !== null,
    ],
  });
}

/** Once nothing is of unknown fate, a payload that waited becomes the document's own. */
export async function applyWanted(client: Client, lease: Lease): Promise<HeldRow | null> {
  const { rows } = await client.query<HeldRow>({
    name: 'apply-wanted',
    text: columnsAfter(
      `UPDATE documents d SET
             draft = coalesce(wanted->>'draft', draft),
             summary = coalesce(wanted->'summary', summary),
             generation = coalesce(wanted->>'generation', generation),
             payload_hash = coalesce(wanted->>'payload_hash', payload_hash),
             adjust_mode = coalesce(wanted->>'adjust_mode', adjust_mode),
             adjusted_gross = coalesce((wanted->>'adjusted_gross')::numeric, adjusted_gross),
             adjusted_net = coalesce((wanted->>'adjusted_net')::numeric, adjusted_net),
             adjusted_sales = CASE WHEN wanted IS NULL THEN adjusted_sales ELSE wanted->'adjusted_sales' END,
             adjusts_since = CASE WHEN wanted IS NULL THEN adjusts_since ELSE clock.now END,
             wanted = NULL
           FROM ${CLOCK}
           WHERE company_id = $1 AND document_id = $2 AND fence = $3
           RETURNING d.*`,
      HELD_COLUMNS,
    ),
    values: [lease.companyId, lease.documentId, lease.fence],
  });
  return rows[0] ?? null;
}

async function markAsked(client: Client, lease: Lease): Promise<HeldRow | null> {
  const { rows } = await client.query<HeldRow>({
    name: 'codes-asked',
    text: columnsAfter(
      `UPDATE documents SET codes_to_ask = 0 WHERE company_id = $1 AND document_id = $2 AND fence = $3
           RETURNING *`,
      HELD_COLUMNS,
    ),
    values: [lease.companyId, lease.documentId, lease.fence],
  });
  return rows[0] ?? null;
}
