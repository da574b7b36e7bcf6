import { needsNewCode } from '../core/issuing/next-step.ts';
import { nextState } from '../core/issuing/states.ts';
import { segmentFits, segmentOf } from '../core/numbering/series.ts';
import type { Claim, ClaimRequest } from '../operations/ports.ts';
import {
  attemptsOf,
  HELD_COLUMNS,
  type HeldRow,
  payloadHash,
  toHeld,
  toRecord,
  wantedPayload,
} from './document-rows.ts';
import type { Client } from './pool.ts';

export interface ExistingRow extends HeldRow {
  readonly leased: boolean;
  readonly settled_ms: number | null;
}

/** The document of a reference, locked until the end of the transaction; null when there is none. */
export async function lockExisting(client: Client, request: ClaimRequest): Promise<ExistingRow | null> {
  const { rows } = await client.query<ExistingRow>({
    name: 'claim-lock',
    text: `SELECT ${HELD_COLUMNS}, coalesce(lease_until > clock_timestamp(), false) AS leased,
                  (extract(epoch FROM settled_at) * 1000)::float8 AS settled_ms
           FROM documents WHERE company_id = $1 AND external_ref = $2 FOR UPDATE`,
    values: [request.companyId, request.externalRef],
  });
  return rows[0] ?? null;
}

interface TakeUp {
  readonly request: ClaimRequest;
  readonly existing: ExistingRow;
  readonly nowMs: number;
}

/**
 * Takes up a document that exists: tells what forbids it, or takes the lease and notes the payload that is now wanted.
 * A payload replaces the document's own at once where no bytes are of unknown fate, and waits beside it otherwise.
 */
export async function takeUp(client: Client, step: TakeUp): Promise<Claim> {
  const { request, existing, nowMs } = step;
  const refused = whyNotTaken(request, existing);
  if (refused !== null) return refused;
  const ids = { companyId: existing.company_id, documentId: existing.document_id };
  const attempts = await attemptsOf(client, ids, nowMs);
  const open = attempts.find((attempt) => attempt.outcome === 'unknown');
  const row =
    open === undefined
      ? await replacePayload(client, step)
      : await noteWanted(client, step, open.payloadHash);
  return { kind: 'held', document: toHeld(row, attempts) };
}

function whyNotTaken(request: ClaimRequest, existing: ExistingRow): Claim | null {
  if (existing.doc_type !== request.prepared.tipoDte)
    return { kind: 'doc_type_changed', issued: existing.doc_type };
  if (existing.state === 'stamped') return { kind: 'stamped', record: toRecord(existing) };
  if (existing.leased) return { kind: 'busy' };
  return redraft(request, existing);
}

/** The number keeps its segment: the document is built for that place, in a generation whose pattern admits it. */
function redraft({ prepared }: ClaimRequest, existing: ExistingRow): Claim | null {
  const place = { establishment: existing.establishment, pointOfSale: existing.point_of_sale };
  const generation = segmentFits(segmentOf(place), prepared.generation) ? prepared.generation : 'v1';
  const asBuilt =
    prepared.establishment === place.establishment &&
    prepared.pointOfSale === place.pointOfSale &&
    prepared.generation === generation;
  return asBuilt ? null : { kind: 'redraft', ...place, generation };
}

async function replacePayload(client: Client, { request, existing, nowMs }: TakeUp): Promise<HeldRow> {
  const { prepared } = request;
  const rejected = existing.state === 'rejected';
  const code =
    rejected && needsNewCode(existing.settled_ms, nowMs)
      ? request.codigoGeneracion
      : existing.generation_code;
  const { rows } = await client.query<HeldRow>({
    name: 'take-up-replace',
    text: `UPDATE documents SET state = $3, generation = $4, generation_code = $5, draft = $6, summary = $7,
             payload_hash = $8, wanted = NULL, message_code = '', message = '', observations = '[]', settled_at = NULL,
             lease_until = clock_timestamp() + $9 * interval '1 ms', fence = fence + 1
           WHERE company_id = $1 AND document_id = $2
           RETURNING ${HELD_COLUMNS}`,
    values: [
      existing.company_id,
      existing.document_id,
      rejected ? nextState('rejected', 'retry') : existing.state,
      prepared.generation,
      code,
      prepared.draft,
      JSON.stringify(prepared.summary),
      payloadHash(prepared),
      request.leaseMs,
    ],
  });
  return onlyRow(rows);
}

/** The caller may also have gone back to the payload that was sent: then nothing waits any more. */
async function noteWanted(client: Client, { request, existing }: TakeUp, openHash: string): Promise<HeldRow> {
  const wanted = wantedPayload(request.prepared);
  const { rows } = await client.query<HeldRow>({
    name: 'take-up-wanted',
    text: `UPDATE documents SET wanted = $3, lease_until = clock_timestamp() + $4 * interval '1 ms', fence = fence + 1
           WHERE company_id = $1 AND document_id = $2
           RETURNING ${HELD_COLUMNS}`,
    values: [
      existing.company_id,
      existing.document_id,
      wanted.payload_hash === openHash ? null : JSON.stringify(wanted),
      request.leaseMs,
    ],
  });
  return onlyRow(rows);
}

function onlyRow(rows: readonly HeldRow[]): HeldRow {
  const [row] = rows;
  if (row === undefined) throw new Error('a locked document was not updated');
  return row;
}
