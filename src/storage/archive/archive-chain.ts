import type { ArchiveChain, ArchiveEnd, ArchiveQueue } from '../../operations/archive/ports.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import {
  ARCHIVED_TABLES,
  type ArchivedRow,
  type ArchivedTable,
  hashesOf,
  keyOf,
  type LinkContent,
  linkHash,
  NO_LINK,
  queuesOf,
  readRow,
} from './archived-rows.ts';

/** Rows that are linked in one transaction; a signed document has some ten kilobytes. */
const ROWS = 200;

export function createArchiveQueue(pool: Pool): ArchiveQueue {
  return {
    async unlinked(total, after) {
      const rows = await callForQueues<{ readonly company_id: string }>(pool, total, {
        name: 'due-archives',
        text: `SELECT * FROM due_archives(${TOTAL}, $3)`,
        values: [after],
      });
      return rows.map(({ company_id: companyId }) => companyId);
    },
    unsigned: (total, olderMs) =>
      callForQueues<ArchiveEnd>(pool, total, {
        name: 'due-archive-heads',
        text: `SELECT company_id AS "companyId", environment AS ambiente, "position", link_hash AS "linkHash"
               FROM due_archive_heads(${TOTAL}, $3)`,
        values: [olderMs],
      }),
  };
}

export function createArchiveChain(pool: Pool): ArchiveChain {
  return {
    extend: (companyId) => inCompany(pool, companyId, (client) => extend(client, companyId)),
    keepHead: ({ companyId, position }, signedMs, jws) =>
      inCompany(pool, companyId, async (client) => {
        await client.query({
          name: 'keep-archive-head',
          text: `INSERT INTO archive_heads (company_id, position, signed_at, jws)
                 VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
          values: [companyId, position, new Date(signedMs).toISOString(), jws],
        });
      }),
  };
}

interface Waiting {
  readonly relation: string;
  readonly subject: string;
}

/** Two nodes that link at once wait for each other here: both take the oldest rows of the queue first. */
async function extend(client: Client, companyId: string): Promise<boolean> {
  const { rows: waiting } = await client.query<Waiting>({
    name: 'take-unlinked',
    text: `DELETE FROM archive_queue WHERE company_id = $1 AND entry IN (
             SELECT entry FROM archive_queue WHERE company_id = $1 ORDER BY entry LIMIT ${ROWS})
           RETURNING relation, subject`,
    values: [companyId],
  });
  if (waiting.length === 0) return false;
  const rows = await unlinkedRows(client, companyId, waiting);
  await writeLinks(client, linksOf(companyId, rows, await endOf(client, companyId)));
  return waiting.length === ROWS;
}

interface UnlinkedRow {
  readonly table: ArchivedTable;
  readonly row: ArchivedRow;
}

/** The final rows of what waits that have no link yet, in one order of tables: a row may be queued again. */
async function unlinkedRows(client: Client, companyId: string, waiting: readonly Waiting[]) {
  // A table of which the planner knows nothing would be read whole.
  await client.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off');
  const found: UnlinkedRow[] = [];
  for (const table of ARCHIVED_TABLES) {
    const queued = waiting.filter(({ relation }) => queuesOf(table).includes(relation));
    const subjects = queued.map(({ subject }) => subject);
    if (subjects.length === 0) continue;
    const rows = await finalRows(client, table, [companyId, subjects]);
    const linked = await linkedKeys(client, [companyId, table.name, rows.map((row) => keyOf(table, row))]);
    found.push(...rows.filter((row) => !linked.has(keyOf(table, row))).map((row) => ({ table, row })));
  }
  return found;
}

async function finalRows(
  client: Client,
  table: ArchivedTable,
  values: unknown[],
): Promise<readonly ArchivedRow[]> {
  const { rows } = await client.query<{ readonly line: string }>({
    name: `unlinked-${table.name}`,
    text: `SELECT row_to_json(t)::text AS line FROM ${table.name} t
           WHERE t.company_id = $1 AND t.${table.subject} = ANY ($2::uuid[])`,
    values,
  });
  return rows.flatMap(({ line }) => {
    const row = readRow(line);
    if (row === null) throw new Error(`a row of ${table.name} cannot be read`);
    return table.isFinal(row) ? [row] : [];
  });
}

async function linkedKeys(client: Client, values: unknown[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ readonly row_key: string }>({
    name: 'linked-keys',
    text: `SELECT row_key FROM archive_links WHERE company_id = $1 AND relation = $2 AND row_key = ANY ($3::text[])`,
    values,
  });
  return new Set(rows.map(({ row_key: key }) => key));
}

interface End {
  readonly position: bigint;
  readonly hash: Buffer;
}

async function endOf(client: Client, companyId: string): Promise<End> {
  const { rows } = await client.query<{ readonly position: string; readonly link_hash: Buffer }>({
    name: 'archive-end',
    text: 'SELECT position, link_hash FROM archive_links WHERE company_id = $1 ORDER BY position DESC LIMIT 1',
    values: [companyId],
  });
  const [last] = rows;
  return last === undefined
    ? { position: 0n, hash: NO_LINK }
    : { position: BigInt(last.position), hash: last.link_hash };
}

interface Link extends LinkContent {
  readonly hash: Buffer;
}

function linksOf(companyId: string, rows: readonly UnlinkedRow[], end: End): readonly Link[] {
  const links: Link[] = [];
  let { position, hash } = end;
  for (const { table, row } of rows) {
    position += 1n;
    const content: LinkContent = {
      companyId,
      position: String(position),
      relation: table.name,
      rowKey: keyOf(table, row),
      ...hashesOf(table, row),
    };
    hash = linkHash(hash, content);
    links.push({ ...content, hash });
  }
  return links;
}

/** Whose rows are final has numbered: the company is taken from a row of its own, so that the server that has it does the whole. */
async function writeLinks(client: Client, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  const { rowCount } = await client.query({
    name: 'write-archive-links',
    text: `INSERT INTO archive_links (company_id, position, relation, row_key, row_hash, column_marks, link_hash)
           SELECT s.company_id, l.*
           FROM (SELECT company_id FROM series WHERE company_id = $1::uuid GROUP BY company_id) AS s
             CROSS JOIN unnest($2::bigint[], $3::text[], $4::text[], $5::bytea[], $6::bytea[], $7::bytea[]) AS l`,
    values: [
      links[0]?.companyId,
      links.map(({ position }) => position),
      links.map(({ relation }) => relation),
      links.map(({ rowKey }) => rowKey),
      links.map(({ rowHash }) => rowHash),
      links.map(({ columnMarks }) => columnMarks),
      links.map(({ hash }) => hash),
    ],
  });
  if (rowCount !== links.length) throw new Error('final rows of a company that never numbered');
}
