import { createHash } from 'node:crypto';
import { fiscalTime } from '../../core/calendar/el-salvador-time.ts';
import { parsePeriod, periodOf, periodText } from '../../core/declaring/period.ts';
import type {
  Closing,
  ClosingCriteria,
  KeptFile,
  MonthArchive,
  NewClosing,
} from '../../operations/declarations/month-ports.ts';
import type { CompanyMonth } from '../../operations/declarations/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { columnsAfter } from '../connection/statement-time.ts';
import { inCompany } from '../connection/transaction.ts';
import { lastChange, lockMonth } from './class-store.ts';
import { readSince, touchedDocuments, touchingDocuments } from './touched-documents.ts';

/** Bytes of a piece; the last one of a file is smaller. */
const PIECE_BYTES = 1_048_576;

interface ClosingRow {
  readonly closing_id: string;
  readonly month: string;
  readonly version: number;
  readonly closed_ms: number;
  readonly closed_by: string;
  readonly criteria: ClosingCriteria;
  readonly files: readonly KeptFile[];
}

const CLOSINGS = `SELECT c.closing_id, c.month, c.version, c.closed_by, c.criteria,
    (extract(epoch FROM c.closed_at) * 1000)::float8 AS closed_ms,
    (SELECT coalesce(json_agg(json_build_object('name', f.name, 'bytes', f.bytes, 'sha256', encode(f.sha256, 'hex'))
        ORDER BY f.place), '[]')
      FROM closing_files f WHERE f.company_id = $1 AND f.closing_id = c.closing_id) AS files
  FROM month_closings c WHERE c.company_id = $1 AND c.environment = $2`;

/** Keeps the exports of closed months in PostgreSQL. The pool acts as the service, which may add to them and nothing else. */
export function createMonthArchive(pool: Pool): MonthArchive {
  return {
    keepFile: (companyId, closingId, file) => keepFile(pool, { companyId, closingId }, file),
    close: (month, closing, { by }) =>
      inCompany(pool, month.companyId, (client) => closeIn(client, month, { closing, by })),
    closings: (month) =>
      inCompany(pool, month.companyId, async (client) => {
        const { rows } = await client.query<ClosingRow>(
          `${CLOSINGS} AND c.month = $3 ORDER BY c.version DESC`,
          [month.companyId, month.ambiente, periodText(month.period)],
        );
        return rows.map(toClosing);
      }),
    closed: (companyId, ambiente) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<ClosingRow>(
          `SELECT DISTINCT ON (month) * FROM (${CLOSINGS}) AS closings ORDER BY month DESC, version DESC`,
          [companyId, ambiente],
        );
        return rows.map(toClosing);
      }),
    readSince: (companyId) => readSince(pool, companyId),
    touched: (companyId, closings) => touchedDocuments(pool, companyId, closings),
    touching: (companyId, closing, limit) => touchingDocuments(pool, companyId, { closing, limit }),
    pieces: (companyId, closingId, name) => pieces(pool, { companyId, closingId, name }),
    firstMonth: (companyId, ambiente) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<{ readonly first_ms: number }>(
          `SELECT (extract(epoch FROM d.posted_at) * 1000)::float8 AS first_ms FROM documents d
           WHERE d.company_id = $1 AND d.environment = $2 ORDER BY d.posted_at LIMIT 1`,
          [companyId, ambiente],
        );
        const [row] = rows;
        return row === undefined ? null : periodOf(fiscalTime(Math.round(row.first_ms)).fecEmi);
      }),
  };
}

interface Kept {
  readonly companyId: string;
  readonly closingId: string;
}

async function keepFile(
  pool: Pool,
  { companyId, closingId }: Kept,
  { name, content }: { readonly name: string; readonly content: AsyncIterable<Uint8Array> },
): Promise<KeptFile> {
  const hash = createHash('sha256');
  let [bytes, piece] = [0, 0];
  for await (const whole of inPieces(content)) {
    hash.update(whole);
    bytes += whole.length;
    const values = [companyId, closingId, name, piece, whole];
    await inCompany(pool, companyId, (client) =>
      client.query({
        name: 'keep-piece',
        text: 'INSERT INTO closing_pieces (company_id, closing_id, name, piece, content) VALUES ($1, $2, $3, $4, $5)',
        values,
      }),
    );
    piece += 1;
  }
  return { name, bytes, sha256: hash.digest('hex') };
}

async function* inPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const some of content) {
    waiting.push(some);
    size += some.length;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(waiting);
}

async function closeIn(
  client: Client,
  month: CompanyMonth,
  { closing, by }: { readonly closing: NewClosing; readonly by: string },
): Promise<Closing | null> {
  await lockMonth(client, month);
  if ((await lastChange(client, month)) !== closing.changeId) return null;
  const { companyId, ambiente, period } = month;
  const { closingId, version, criteria, files, readSince: since } = closing;
  const { rows } = await client.query<{ readonly closed_ms: number }>(
    columnsAfter(
      `INSERT INTO month_closings (company_id, closing_id, environment, month, version, closed_by, criteria, read_since)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (company_id, environment, month, version) DO NOTHING
       RETURNING closed_at`,
      '(extract(epoch FROM closed_at) * 1000)::float8 AS closed_ms',
    ),
    [companyId, closingId, ambiente, periodText(period), version, by, JSON.stringify(criteria), since],
  );
  const [row] = rows;
  if (row === undefined) return null;
  await client.query(
    `INSERT INTO closing_files (company_id, closing_id, place, name, bytes, sha256)
     SELECT c.company_id, c.closing_id, f.place, f.name, f.bytes, decode(f.sha256, 'hex')
     FROM month_closings c
       CROSS JOIN unnest($3::text[], $4::bigint[], $5::text[]) WITH ORDINALITY AS f (name, bytes, sha256, place)
     WHERE c.company_id = $1 AND c.closing_id = $2`,
    [
      companyId,
      closingId,
      files.map(({ name }) => name),
      files.map(({ bytes }) => bytes),
      files.map(({ sha256 }) => sha256),
    ],
  );
  return { closingId, period, version, closedMs: Math.round(row.closed_ms), by, criteria, files };
}

async function* pieces(
  pool: Pool,
  { companyId, closingId, name }: Kept & { readonly name: string },
): AsyncGenerator<Uint8Array> {
  for (let piece = 0; ; piece += 1) {
    const { rows } = await inCompany(pool, companyId, (client) =>
      client.query<{ readonly content: Buffer }>({
        name: 'read-piece',
        text: `SELECT content FROM closing_pieces
               WHERE company_id = $1 AND closing_id = $2 AND name = $3 AND piece = $4`,
        values: [companyId, closingId, name, piece],
      }),
    );
    const [row] = rows;
    if (row === undefined) return;
    yield row.content;
  }
}

function toClosing(row: ClosingRow): Closing {
  const period = parsePeriod(row.month);
  if (period === null) throw new Error(`no month: ${row.month}`);
  return {
    closingId: row.closing_id,
    period,
    version: row.version,
    closedMs: Math.round(row.closed_ms),
    by: row.closed_by,
    criteria: row.criteria,
    files: row.files,
  };
}
