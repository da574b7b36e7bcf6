import type { NoteMode } from '../../core/adjusting/standing.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import { generationOfNumber } from '../../core/identifiers/official.ts';
import { needsNewCode } from '../../core/submitting/next-step.ts';
import { DOCUMENT, stateAfter } from '../../core/submitting/states.ts';
import type { Claim, ClaimRequest } from '../../operations/documents/ports.ts';
import type { Client } from '../connection/pool.ts';
import { columnsAfter } from '../connection/statement-time.ts';
import { DOCUMENTS_IN } from '../sending/states-in-sql.ts';
import { attemptsOf, HELD_COLUMNS, type HeldRow, toHeld, toRecord } from './document-rows.ts';
import { obstacleTo } from './note-obstacle.ts';
import { adjustedColumns, isPayload, payloadHash, wantedPayload } from './numbering.ts';
import { noteRedirect } from './redirect.ts';
import { noteClass, type StoredClass } from './stored-class.ts';

export type ExistingRow = HeldRow & ClaimedRow;

interface ClaimedRow {
  readonly leased: boolean;
  /** The identifier of the claim that took the lease. */
  readonly lease_holder: string | null;
  /** Since the last verdict, on the database's clock; null where there was none. */
  readonly since_settled_ms: number | null;
  /** Generation codes that it has had. */
  readonly generation_codes: number;
  /** The CCF of a note. */
  readonly adjusts: DocumentId | null;
  readonly adjust_mode: NoteMode | null;
  readonly redirect_email: string | null;
  readonly redirect_whatsapp: string | null;
  readonly income_class: StoredClass | null;
}

/** The documents of these references by reference, locked in their order until the end of the transaction. */
export async function lockExisting(
  client: Client,
  { companyId, references }: { readonly companyId: string; readonly references: readonly string[] },
): Promise<ReadonlyMap<string, ExistingRow>> {
  const { rows } = await client.query<ExistingRow>({
    name: 'claim-lock',
    text: `SELECT ${HELD_COLUMNS}, coalesce(lease_until > clock_timestamp(), false) AS leased, lease_holder,
                  generation_codes, adjusts, adjust_mode, redirect_email, redirect_whatsapp, income_class,
                  (extract(epoch FROM clock_timestamp() - settled_at) * 1000)::float8 AS since_settled_ms
           FROM documents WHERE company_id = $1 AND external_ref = ANY($2)
           ORDER BY external_ref COLLATE "C" FOR UPDATE`,
    values: [companyId, references],
  });
  return new Map(rows.map((row) => [row.external_ref, row]));
}

interface TakeUp {
  readonly request: ClaimRequest;
  readonly existing: ExistingRow;
  /** The node's clock for durations. */
  readonly monotonic: () => number;
}

/**
 * Takes up a document that exists: tells what forbids it, or takes the lease and notes the payload that is now wanted.
 * A payload replaces the document's own at once where no bytes are of unknown fate, and waits beside it otherwise.
 */
export async function takeUp(client: Client, step: TakeUp): Promise<Claim> {
  const { request, existing, monotonic } = step;
  // Also of a document that somebody else is at work on: where it goes is no part of it.
  if (isOpenTo(request, existing)) {
    await noteRedirect(client, existing, request.redirect);
    await noteClass(client, existing, request.ownClass);
  }
  const refused = whyNotTaken(request, existing);
  if (refused !== null) return refused;
  const obstacle = await obstacleTo(client, request, existing.document_id);
  if (obstacle !== null) return { kind: 'not_adjustable', obstacle };
  const ids = { companyId: existing.company_id, documentId: existing.document_id };
  const attempts = await attemptsOf(client, ids, monotonic);
  const open = attempts.some((attempt) => attempt.outcome === 'unknown');
  const row = open ? await noteWanted(client, step) : await replacePayload(client, step);
  return { kind: 'held', document: toHeld(row, attempts, monotonic()) };
}

function isOpenTo({ prepared }: ClaimRequest, existing: ExistingRow): boolean {
  return existing.doc_type === prepared.tipoDte && existing.state !== 'stamped';
}

function whyNotTaken(request: ClaimRequest, existing: ExistingRow): Claim | null {
  if (existing.doc_type !== request.prepared.tipoDte)
    return { kind: 'doc_type_changed', issued: existing.doc_type };
  if (existing.state === 'stamped') return { kind: 'stamped', record: toRecord(existing) };
  // The lease of this very claim was taken by a transaction whose COMMIT was not confirmed.
  if (existing.leased && existing.lease_holder !== request.documentId)
    return { kind: 'busy', record: toRecord(existing) };
  if (request.waited && isResultFor(request, existing))
    return { kind: 'settled', record: toRecord(existing) };
  if (isAnotherNote(request, existing)) return { kind: 'other_ccf' };
  return redraft(request, existing);
}

/** A note keeps its CCF, and one that a caller asked for never becomes one of ours. */
function isAnotherNote({ prepared: { adjusts } }: ClaimRequest, existing: ExistingRow): boolean {
  if (existing.adjusts !== (adjusts?.ccfId ?? null)) return true;
  return adjusts?.mode === 'automatic' && existing.adjust_mode !== 'automatic';
}

/** Whether the document's last holder brought this payload to a result. */
function isResultFor({ prepared }: ClaimRequest, existing: ExistingRow): boolean {
  const ended = existing.state === 'rejected' || existing.state === 'contingency';
  return ended && isPayload(prepared, existing.wanted_hash ?? existing.payload_hash);
}

/** The number keeps its segment: the document is built for that place, in a generation whose pattern admits it. */
function redraft({ prepared }: ClaimRequest, existing: ExistingRow): Claim | null {
  const place = { establishment: existing.establishment, pointOfSale: existing.point_of_sale };
  const generation = generationOfNumber(place, prepared.generation);
  const asBuilt =
    prepared.establishment === place.establishment &&
    prepared.pointOfSale === place.pointOfSale &&
    prepared.generation === generation;
  return asBuilt ? null : { kind: 'redraft', ...place, generation };
}

/** A rejection is forgotten only with the code it was pronounced on, so that its 24 hours run on over every retry. */
async function replacePayload(client: Client, { request, existing }: TakeUp): Promise<HeldRow> {
  const { prepared } = request;
  const adjusted = adjustedColumns(prepared);
  const renewed = needsNewCode(existing.since_settled_ms);
  const { rows } = await client.query<HeldRow>({
    name: 'take-up-replace',
    text: columnsAfter(
      `UPDATE documents SET state = $3, generation = $4, generation_code = $5, draft = $6, summary = $7,
             payload_hash = $8, wanted = NULL, message_code = '', message = '', observations = '[]',
             generation_codes = generation_codes + CASE WHEN $10 THEN 1 ELSE 0 END,
             settled_at = CASE WHEN $10 THEN NULL ELSE settled_at END,
             lease_until = statement_timestamp() + $9 * interval '1 ms', lease_holder = $11, fence = fence + 1,
             next_attempt_at = statement_timestamp() + $9 * interval '1 ms', takings = 0, put_aside_at = NULL,
             contingency_since = CASE WHEN state = ${DOCUMENTS_IN.contingency} THEN contingency_since END,
             contingency_type = CASE WHEN $10 THEN NULL ELSE contingency_type END,
             contingency_reason = CASE WHEN $10 THEN NULL ELSE contingency_reason END,
             event_id = CASE WHEN $10 THEN NULL ELSE event_id END,
             transmit_until = CASE WHEN $10 THEN NULL ELSE transmit_until END,
             adjust_mode = $12, adjusted_gross = $13, adjusted_net = $14, adjusted_sales = $15,
             adjusts_since = statement_timestamp()
           WHERE company_id = $1 AND document_id = $2
           RETURNING *`,
      HELD_COLUMNS,
    ),
    values: [
      existing.company_id,
      existing.document_id,
      existing.state === 'rejected' ? stateAfter(DOCUMENT, 'retry') : existing.state,
      prepared.generation,
      renewed ? request.codigoGeneracion(existing.generation_codes) : existing.generation_code,
      prepared.draft,
      JSON.stringify(prepared.summary),
      payloadHash(prepared),
      request.leaseMs,
      renewed,
      request.documentId,
      adjusted.adjust_mode,
      adjusted.adjusted_gross,
      adjusted.adjusted_net,
      adjusted.adjusted_sales === null ? null : JSON.stringify(adjusted.adjusted_sales),
    ],
  });
  return onlyRow(rows);
}

/** Whoever sends a rejected document again does so while a copy of it may be stamped: it has no verdict any more. */
const OPEN_AGAIN = `message_code = CASE WHEN doubt ->> 'about' = 'copy' THEN '' ELSE message_code END,
  message = CASE WHEN doubt ->> 'about' = 'copy' THEN '' ELSE message END,
  observations = CASE WHEN doubt ->> 'about' = 'copy' THEN '[]' ELSE observations END,
  doubt = CASE WHEN doubt ->> 'about' = 'copy' THEN NULL ELSE doubt END`;

/**
 * The caller may also have gone back to the payload that was sent: then nothing waits any more. That the company has
 * changed its generation since does not make it another payload.
 */
async function noteWanted(client: Client, { request, existing }: TakeUp): Promise<HeldRow> {
  const { prepared } = request;
  const asSent = isPayload({ ...prepared, generation: existing.generation }, existing.payload_hash);
  const { rows } = await client.query<HeldRow>({
    name: 'take-up-wanted',
    text: columnsAfter(
      `UPDATE documents SET wanted = $3, ${OPEN_AGAIN}, lease_until = statement_timestamp() + $4 * interval '1 ms', lease_holder = $5,
             fence = fence + 1, next_attempt_at = statement_timestamp() + $4 * interval '1 ms', takings = 0,
             put_aside_at = NULL
           WHERE company_id = $1 AND document_id = $2
           RETURNING *`,
      HELD_COLUMNS,
    ),
    values: [
      existing.company_id,
      existing.document_id,
      asSent ? null : JSON.stringify(wantedPayload(prepared)),
      request.leaseMs,
      request.documentId,
    ],
  });
  return onlyRow(rows);
}

function onlyRow(rows: readonly HeldRow[]): HeldRow {
  const [row] = rows;
  if (row === undefined) throw new Error('a locked document was not updated');
  return row;
}
