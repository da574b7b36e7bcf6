import { chooseCancellation } from '../../core/adjusting/choice.ts';
import { sameInvalidacion } from '../../core/dte/invalidacion.ts';
import { type Ambiente, type TipoDte, typeOf } from '../../core/dte/kinds.ts';
import type { DocumentState } from '../../core/submitting/states.ts';
import type { NewInvalidation, RegisterRequest, Registration } from '../../operations/invalidations/ports.ts';
import type { Client } from '../connection/pool.ts';
import { readStanding } from '../documents/standing.ts';
import type { LogWatch } from '../log/log-watch.ts';
import { BYTES_IN, INVALIDATIONS_IN } from '../sending/states-in-sql.ts';
import { INVALIDATION_COLUMNS, type InvalidationRow, readHeld, toInvalidation } from './invalidation-rows.ts';

/**
 * Registers an invalidation, or takes up the one there is. The lock of the document's row comes first, as it does for
 * every note on it, so that of an invalidation and a note at the same moment one sees the other.
 */
export async function registerInvalidation(
  client: Client,
  request: RegisterRequest,
  watch: LogWatch,
): Promise<Registration> {
  const document = await lockDocument(client, request);
  const existing = await lockInvalidation(client, request);
  if (existing?.leased === true) return { kind: 'busy', record: toInvalidation(existing) };
  const standing = await readStanding(client, request);
  const { isAdjustedByNotes } = typeOf(document.doc_type);
  const { directUntilMs, nowMs } = request;
  const choice = chooseCancellation(
    { state: document.state, isAdjustedByNotes, standing, directUntilMs },
    nowMs,
  );
  if (choice.kind !== 'direct' && choice.kind !== 'resume') return { kind: 'changed' };
  if (existing !== null && request.waited && isResultFor(request, existing))
    return { kind: 'settled', record: toInvalidation(existing) };
  if (existing !== null) await watch.check(client);
  return takeUp(client, { request, environment: document.environment, existing });
}

interface DocumentRow {
  readonly state: DocumentState;
  readonly doc_type: TipoDte;
  readonly environment: Ambiente;
}

async function lockDocument(
  client: Client,
  { companyId, documentId }: RegisterRequest,
): Promise<DocumentRow> {
  const { rows } = await client.query<DocumentRow>({
    name: 'invalidation-lock-document',
    text: `SELECT state, doc_type, environment FROM documents
           WHERE company_id = $1 AND document_id = $2 FOR UPDATE`,
    values: [companyId, documentId],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('a document to be invalidated is missing');
  return row;
}

interface ExistingRow extends InvalidationRow {
  readonly draft: string;
  readonly leased: boolean;
  /** Whether bytes of it may have arrived. */
  readonly unknown: boolean;
}

async function lockInvalidation(
  client: Client,
  { companyId, documentId }: RegisterRequest,
): Promise<ExistingRow | null> {
  const values = [companyId, documentId];
  const { rows } = await client.query<Omit<ExistingRow, 'unknown'>>({
    name: 'invalidation-lock',
    text: `SELECT ${INVALIDATION_COLUMNS}, i.draft, coalesce(i.lease_until > clock_timestamp(), false) AS leased
           FROM invalidations i WHERE i.company_id = $1 AND i.document_id = $2 FOR UPDATE`,
    values,
  });
  const [row] = rows;
  if (row === undefined) return null;
  // A statement of its own: the one that waits for the lock sees the attempts as they were before it waited.
  const { rowCount } = await client.query({
    name: 'invalidation-unknown-bytes',
    text: `SELECT 1 FROM invalidation_attempts
           WHERE company_id = $1 AND document_id = $2 AND outcome = ${BYTES_IN.unknown} LIMIT 1`,
    values,
  });
  return { ...row, unknown: rowCount !== 0 };
}

/** What the last holder brought to its end is also the result of whoever waited for it with the same event. */
function isResultFor({ event, hasOwnData }: RegisterRequest, existing: ExistingRow): boolean {
  return event === null ? !hasOwnData : sameInvalidacion(event.draft, existing.draft);
}

/** Bytes that may have arrived are never replaced: the event that they carry is the one that goes on. */
async function takeUp(
  client: Client,
  {
    request,
    environment,
    existing,
  }: {
    readonly request: RegisterRequest;
    readonly environment: Ambiente;
    readonly existing: ExistingRow | null;
  },
): Promise<Registration> {
  const { event, hasOwnData } = request;
  const goesOn = existing?.state === 'open' && event === null && !hasOwnData;
  if (existing?.unknown === true || goesOn) await takeLease(client, request);
  else if (event === null) return { kind: 'needs_event' };
  else await writeEvent(client, request, { event, environment });
  return { kind: 'held', invalidation: await readHeld(client, request) };
}

async function takeLease(client: Client, { companyId, documentId, leaseMs }: RegisterRequest): Promise<void> {
  await client.query({
    name: 'invalidation-take-up',
    text: `UPDATE invalidations SET lease_until = statement_timestamp() + $3 * interval '1 ms', fence = fence + 1,
             next_attempt_at = statement_timestamp() + $3 * interval '1 ms', takings = 0, put_aside_at = NULL,
             message_code = CASE WHEN doubted THEN '' ELSE message_code END,
             message = CASE WHEN doubted THEN '' ELSE message END,
             observations = CASE WHEN doubted THEN '[]' ELSE observations END, doubted = false
           WHERE company_id = $1 AND document_id = $2`,
    values: [companyId, documentId, leaseMs],
  });
}

/** A new invalidation, or a new event in the place of one that was rejected or never left. */
async function writeEvent(
  client: Client,
  { companyId, documentId, leaseMs }: RegisterRequest,
  { event, environment }: { readonly event: NewInvalidation; readonly environment: Ambiente },
): Promise<void> {
  await client.query({
    name: 'invalidation-write',
    text: `INSERT INTO invalidations (company_id, document_id, environment, generation, state, generation_code,
             requested_at, draft, lease_until, fence, next_attempt_at)
           VALUES ($1, $2, $3, $4, ${INVALIDATIONS_IN.open}, $5, to_timestamp($6::float8 / 1000), $7,
             clock_timestamp() + $8 * interval '1 ms', 1, clock_timestamp() + $8 * interval '1 ms')
           ON CONFLICT (company_id, document_id) DO UPDATE SET generation = excluded.generation, state = excluded.state,
             generation_code = excluded.generation_code, requested_at = excluded.requested_at, draft = excluded.draft,
             processed_at = NULL, message_code = '', message = '', observations = '[]', settled_at = NULL,
             lease_until = excluded.lease_until, fence = invalidations.fence + 1,
             next_attempt_at = excluded.next_attempt_at, tries = 0, takings = 0, put_aside_at = NULL, doubted = false`,
    values: [
      companyId,
      documentId,
      environment,
      event.generation,
      event.codigoGeneracion,
      event.requestedMs,
      event.draft,
      leaseMs,
    ],
  });
}
