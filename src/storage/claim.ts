import { fiscalTime } from '../core/calendar/el-salvador-time.ts';
import { formatNumeroControl } from '../core/identifiers/numero-control.ts';
import { type Series, segmentOf, seriesOf } from '../core/numbering/series.ts';
import type { Claim, ClaimRequest, Clock } from '../operations/ports.ts';
import { adjustedColumns, HELD_COLUMNS, type HeldRow, payloadHash, toHeld } from './document-rows.ts';
import { lockForClaims } from './lock-for-claims.ts';
import { obstacleTo } from './note-obstacle.ts';
import type { Client } from './pool.ts';
import { type ExistingRow, lockExisting, takeUp } from './take-up.ts';

/** The node's clocks: the wall's for what is printed, the other for durations. */
export type StoreClock = Pick<Clock, 'now' | 'monotonic'>;

/** Claims of one company that share a transaction. */
export interface ClaimBatch {
  readonly companyId: string;
  readonly requests: readonly ClaimRequest[];
}

/**
 * Claims references inside the caller's transaction: inserts and numbers new documents, takes up existing ones; the
 * claims come in the order of the requests. Everywhere the documents, and the CCF that notes adjust among them, are
 * locked before the series, both in one order, so that the batches of two nodes do not wait for each other.
 */
export async function claimDocuments(
  client: Client,
  { companyId, requests }: ClaimBatch,
  clock: StoreClock,
): Promise<readonly Claim[]> {
  const found = await lockForClaims(client, companyId, requests);
  const nowMs = clock.now();
  const steps = requests.map((request) => stepOf(request, nowMs));
  const written = new Set<string>();
  const claims = new Map<ClaimRequest, Claim>();
  for (const step of inLockOrder(steps, found)) {
    const { request } = step;
    // What this very transaction has written about a reference is read again.
    const rows = written.has(request.externalRef) ? await lockOne(client, request) : found;
    claims.set(request, await claimOne(client, { ...step, rows, monotonicMs: clock.monotonic() }));
    written.add(request.externalRef);
  }
  return requests.flatMap((request) => claims.get(request) ?? []);
}

interface Step {
  readonly request: ClaimRequest;
  readonly series: Series;
  readonly nowMs: number;
}

function stepOf(request: ClaimRequest, nowMs: number): Step {
  const { fiscalYear } = fiscalTime(nowMs);
  return { request, nowMs, series: seriesOf(request.seriesMode, fiscalYear, request.prepared) };
}

type ExistingRows = ReadonlyMap<string, ExistingRow>;

/** Taking up locks nothing more; after that come the new documents, series by series. */
function inLockOrder(steps: readonly Step[], found: ExistingRows): readonly Step[] {
  const isNew = ({ request }: Step) => !found.has(request.externalRef);
  const bySeries = steps.filter(isNew).sort((a, b) => compare(a.series.scope, b.series.scope));
  return [...steps.filter((step) => !isNew(step)), ...bySeries];
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function lockOne(client: Client, { companyId, externalRef }: ClaimRequest): Promise<ExistingRows> {
  return lockExisting(client, { companyId, references: [externalRef] });
}

interface Claiming extends Step {
  readonly rows: ExistingRows;
  readonly monotonicMs: number;
}

/** The correlative is taken under a savepoint, so a lost race for the reference burns no number. */
async function claimOne(client: Client, claiming: Claiming): Promise<Claim> {
  const { request, rows, monotonicMs } = claiming;
  const existing = rows.get(request.externalRef);
  if (existing !== undefined) return takeUp(client, { request, existing, monotonicMs });
  const obstacle = await obstacleTo(client, request, null);
  if (obstacle !== null) return { kind: 'not_adjustable', obstacle };
  await client.query('SAVEPOINT numbering');
  const inserted = await insertNumbered(client, claiming);
  if (inserted !== null) {
    await client.query('RELEASE SAVEPOINT numbering');
    return { kind: 'held', document: toHeld(inserted, [], monotonicMs) };
  }
  await client.query('ROLLBACK TO SAVEPOINT numbering');
  const winner = (await lockOne(client, request)).get(request.externalRef);
  if (winner === undefined) throw new Error(`reference vanished during its claim: ${request.documentId}`);
  return takeUp(client, { request, existing: winner, monotonicMs });
}

async function insertNumbered(client: Client, { request, series, nowMs }: Step): Promise<HeldRow | null> {
  const { prepared } = request;
  const adjusted = adjustedColumns(prepared);
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
             payload_hash, lease_until, next_attempt_at, lease_holder, fence, adjusts, adjust_mode, adjusted_gross,
             adjusted_net, redirect_email, redirect_whatsapp)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10::float8 / 1000), 'claimed', $11, $12, $13, $14,
             $15, clock_timestamp() + $16 * interval '1 ms', clock_timestamp() + $16 * interval '1 ms', $2, 1,
             $17, $18, $19, $20, $21, $22)
           ON CONFLICT (company_id, external_ref) DO NOTHING
           RETURNING ${HELD_COLUMNS}`,
    values: [
      request.companyId,
      request.documentId,
      request.externalRef,
      prepared.tipoDte,
      prepared.ambiente,
      numeroControl,
      series.fiscalYear,
      prepared.establishment,
      prepared.pointOfSale,
      nowMs,
      prepared.generation,
      request.codigoGeneracion,
      prepared.draft,
      JSON.stringify(prepared.summary),
      payloadHash(prepared),
      request.leaseMs,
      prepared.adjusts?.ccfId ?? null,
      adjusted.adjust_mode,
      adjusted.adjusted_gross,
      adjusted.adjusted_net,
      request.redirect?.email ?? null,
      request.redirect?.whatsapp ?? null,
    ],
  });
  return rows[0] ?? null;
}

/**
 * The next number of a series. Scopes that contain one another share control numbers (`''` has those of `M001`, and
 * that those of `M001P001-01`), and both have counters only where the company's series mode changed during the year:
 * then the numbers go on after the highest of either.
 */
async function nextCorrelative(client: Client, request: ClaimRequest, series: Series): Promise<bigint> {
  const { rows } = await client.query<{ readonly last_number: string }>({
    name: 'claim-number',
    text: `INSERT INTO series AS s (company_id, environment, fiscal_year, scope, last_number)
           SELECT $1, $2, $3, $4, coalesce(max(o.last_number), 0) + 1 FROM series o
           WHERE o.company_id = $1 AND o.environment = $2 AND o.fiscal_year = $3 AND o.scope <> $4
             AND (starts_with(o.scope, $4) OR starts_with($4, o.scope))
           ON CONFLICT (company_id, environment, fiscal_year, scope)
           DO UPDATE SET last_number = greatest(s.last_number, excluded.last_number - 1) + 1
           RETURNING last_number`,
    values: [request.companyId, request.prepared.ambiente, series.fiscalYear, series.scope],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('a series gave no number');
  return BigInt(row.last_number);
}
