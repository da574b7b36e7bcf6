import { fiscalTime } from '../../core/calendar/el-salvador-time.ts';
import { SERIES_MODES } from '../../core/company/company.ts';
import {
  formatNumeroControl,
  type NumeroControl,
  numeroControlParts,
  seriesOf,
} from '../../core/identifiers/official.ts';
import { RENUMBERED } from '../../core/submitting/doubt.ts';
import type { HeldDocument, KeptRejection, Lease } from '../../operations/documents/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { columnsAfter } from '../connection/statement-time.ts';
import { inCompany } from '../connection/transaction.ts';
import { BYTES_IN, DOCUMENTS_IN } from '../sending/states-in-sql.ts';
import { applyWanted } from './attempt-store.ts';
import { attemptsOf, HELD_COLUMNS, type HeldRow, type RecordRow, toHeld } from './document-rows.ts';
import type { StoreNode } from './numbering.ts';

/**
 * Gives a document whose number is another system's the next number of its series, under its lease. The document is
 * locked before the series, as everywhere.
 */
export function renumber(
  pool: Pool,
  { clock, watch }: StoreNode,
  { lease, from }: { readonly lease: Lease; readonly from: NumeroControl },
): Promise<HeldDocument | null> {
  return inCompany(pool, lease.companyId, async (client) => {
    const found = await lockDoubted(client, lease, from);
    if (found?.doubt == null) return null;
    await watch.check(client);
    await applyWanted(client, lease);
    const row = await writeNumber(client, lease, await nextNumber(client, found));
    await closeBytes(client, lease, found.doubt);
    return toHeld(row, await attemptsOf(client, lease, clock.monotonic), clock.monotonic());
  });
}

async function lockDoubted(client: Client, lease: Lease, from: NumeroControl): Promise<HeldRow | null> {
  const { rows } = await client.query<HeldRow>({
    name: 'lock-doubted',
    text: `SELECT ${HELD_COLUMNS} FROM documents
           WHERE company_id = $1 AND document_id = $2 AND fence = $3 AND control_number = $4
             AND state IN (${DOCUMENTS_IN.renumberable}) AND doubt ->> 'about' = 'number' FOR UPDATE`,
    values: [lease.companyId, lease.documentId, lease.fence, from],
  });
  return rows[0] ?? null;
}

/**
 * Takes the next number. Where the company has changed how it counts during the year, several series share the numbers
 * of a point of sale: the one that has come furthest goes on, and whoever counts in another one goes on after it.
 */
async function nextNumber(client: Client, row: RecordRow): Promise<NumeroControl> {
  const { fiscalYear } = fiscalTime(Math.round(row.posted_ms));
  const place = { establishment: row.establishment, pointOfSale: row.point_of_sale, tipoDte: row.doc_type };
  const scopes = SERIES_MODES.map((mode) => seriesOf(mode, fiscalYear, place).scope);
  const values = [row.company_id, row.environment, fiscalYear];
  const { rows } = await client.query<{ readonly scope: string; readonly last_number: string }>({
    name: 'lock-series',
    text: `SELECT scope, last_number FROM series
           WHERE company_id = $1 AND environment = $2 AND fiscal_year = $3 AND scope = ANY($4)
           ORDER BY scope COLLATE "C" FOR UPDATE`,
    values: [...values, scopes],
  });
  const [furthest] = rows.toSorted((a, b) => Number(BigInt(b.last_number) - BigInt(a.last_number)));
  if (furthest === undefined) throw new Error(`the series of ${row.control_number} is missing`);
  const correlative = BigInt(furthest.last_number) + 1n;
  await client.query({
    name: 'move-series',
    text: `UPDATE series SET last_number = $5
           WHERE company_id = $1 AND environment = $2 AND fiscal_year = $3 AND scope = $4`,
    values: [...values, furthest.scope, correlative],
  });
  return formatNumeroControl({ ...numeroControlParts(row.control_number), correlative });
}

/** The trigger of the table puts the number that the document had on record. */
async function writeNumber(client: Client, lease: Lease, numero: NumeroControl): Promise<HeldRow> {
  const { rows } = await client.query<HeldRow>({
    name: 'renumber',
    text: columnsAfter(
      `UPDATE documents SET control_number = $4, numbers = numbers + 1, doubt = NULL,
             message_code = '', message = $5, observations = '[]'
           WHERE company_id = $1 AND document_id = $2 AND fence = $3
           RETURNING *`,
      HELD_COLUMNS,
    ),
    values: [lease.companyId, lease.documentId, lease.fence, numero, RENUMBERED],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('a locked document was not updated');
  return row;
}

/** Nothing with the old number can be sent or stamped any more. What never left stays without an instant of its leaving. */
async function closeBytes(client: Client, lease: Lease, { attempt, raw }: KeptRejection): Promise<void> {
  const { rowCount } = await client.query({
    name: 'close-old-number',
    text: `UPDATE attempts SET outcome = ${BYTES_IN.rejected}, settled_at = statement_timestamp(),
             first_sent_at = CASE WHEN outcome <> ${BYTES_IN.notDelivered} THEN first_sent_at END,
             sends = CASE WHEN outcome <> ${BYTES_IN.notDelivered} THEN sends ELSE 0 END,
             answer_status = CASE WHEN attempt = $3 THEN $4::integer ELSE answer_status END,
             answer_body = CASE WHEN attempt = $3 THEN $5 ELSE answer_body END
           WHERE company_id = $1 AND document_id = $2 AND outcome <> ${BYTES_IN.rejected}`,
    values: [lease.companyId, lease.documentId, attempt, raw.status, raw.body],
  });
  if (rowCount === 0) throw new Error(`nothing of document ${lease.documentId} is open`);
}
