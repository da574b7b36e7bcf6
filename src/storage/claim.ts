import { fiscalTime } from '../core/calendar/el-salvador-time.ts';
import { formatNumeroControl } from '../core/identifiers/numero-control.ts';
import { segmentOf, seriesOf } from '../core/numbering/series.ts';
import type { Claim, ClaimRequest } from '../operations/ports.ts';
import { HELD_COLUMNS, type HeldRow, payloadHash, toHeld } from './document-rows.ts';
import type { Client } from './pool.ts';
import { lockExisting, takeUp } from './take-up.ts';

/**
 * Claims one reference inside the caller's transaction: inserts and numbers a new document, or takes up an existing
 * one. The correlative is taken under a savepoint, so a lost race for the reference burns no number.
 */
export async function claimDocument(client: Client, request: ClaimRequest, nowMs: number): Promise<Claim> {
  const existing = await lockExisting(client, request);
  if (existing !== null) return takeUp(client, { request, existing, nowMs });
  await client.query('SAVEPOINT numbering');
  const inserted = await insertNumbered(client, request, nowMs);
  if (inserted !== null) {
    await client.query('RELEASE SAVEPOINT numbering');
    return { kind: 'held', document: toHeld(inserted, []) };
  }
  await client.query('ROLLBACK TO SAVEPOINT numbering');
  const winner = await lockExisting(client, request);
  if (winner === null) throw new Error(`reference vanished during its claim: ${request.documentId}`);
  return takeUp(client, { request, existing: winner, nowMs });
}

async function insertNumbered(client: Client, request: ClaimRequest, nowMs: number): Promise<HeldRow | null> {
  const { prepared } = request;
  const { fiscalYear } = fiscalTime(nowMs);
  const series = seriesOf(request.seriesMode, fiscalYear, prepared);
  const correlative = await nextCorrelative(client, request, series);
  const numeroControl = formatNumeroControl({
    tipoDte: prepared.tipoDte,
    segment: segmentOf(prepared),
    correlative,
  });
  const { rows } = await client.query<HeldRow>({
    name: 'claim-insert',
    text: `INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number,
             fiscal_year, establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary,
             payload_hash, lease_until, fence)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10::float8 / 1000), 'claimed', $11, $12, $13, $14,
             $15, clock_timestamp() + $16 * interval '1 ms', 1)
           ON CONFLICT (company_id, external_ref) DO NOTHING
           RETURNING ${HELD_COLUMNS}`,
    values: [
      request.companyId,
      request.documentId,
      request.externalRef,
      prepared.tipoDte,
      prepared.ambiente,
      numeroControl,
      fiscalYear,
      prepared.establishment,
      prepared.pointOfSale,
      nowMs,
      prepared.generation,
      request.codigoGeneracion,
      prepared.draft,
      JSON.stringify(prepared.summary),
      payloadHash(prepared),
      request.leaseMs,
    ],
  });
  return rows[0] ?? null;
}

async function nextCorrelative(
  client: Client,
  request: ClaimRequest,
  series: { readonly fiscalYear: number; readonly scope: string },
): Promise<bigint> {
  const { rows } = await client.query<{ readonly last_number: string }>({
    name: 'claim-number',
    text: `INSERT INTO series (company_id, environment, fiscal_year, scope, last_number) VALUES ($1, $2, $3, $4, 1)
           ON CONFLICT (company_id, environment, fiscal_year, scope)
           DO UPDATE SET last_number = series.last_number + 1
           RETURNING last_number`,
    values: [request.companyId, request.prepared.ambiente, series.fiscalYear, series.scope],
  });
  return BigInt(rows[0]?.last_number ?? 0);
}
