import pg from 'pg';
import { connectToPrimary } from '../connection/primary.ts';
import { type ArchivedRow, readRow } from './archived-rows.ts';

/** A row, or why one cannot be read; after the latter there may be none. */
export type Reading =
  | { readonly kind: 'row'; readonly row: ArchivedRow }
  | { readonly kind: 'broken'; readonly line: number; readonly problem: string };

/** The tables of an archive, all as of one moment. */
export interface ArchiveSource {
  /** All rows in no order, or those of one company where one is named. */
  rows(table: string, companyId: string | null): AsyncIterable<Reading>;
  /** Files that are not as they were made, by the tables that they hold. */
  readonly faults: readonly { readonly table: string; readonly problem: string }[];
  close(): Promise<void>;
}

/** Rows read at a time; a signed document has some ten kilobytes. */
const ROWS = 500;

/** Reads the database in one transaction, which sees it as it is now. Throws what the database does. */
export async function openDatabaseSource(databaseUrl: string): Promise<ArchiveSource> {
  const client = await connectToPrimary(databaseUrl);
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL ROLE sello_operator;
    SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL timezone = 'UTC'`);
  return {
    faults: [],
    rows: (table, companyId) => rowsOf(client, table, companyId),
    close: () => client.end(),
  };
}

async function* rowsOf(client: pg.Client, table: string, companyId: string | null): AsyncGenerator<Reading> {
  const cursor = pg.escapeIdentifier(`rows of ${table}`);
  const wanted = companyId === null ? '' : `WHERE company_id = ${pg.escapeLiteral(companyId)}`;
  await client.query(
    `DECLARE ${cursor} NO SCROLL CURSOR FOR
     SELECT row_to_json(t)::text AS line FROM ${pg.escapeIdentifier(table)} t ${wanted}`,
  );
  for (let line = 1; ; ) {
    const { rows } = await client.query<{ readonly line: string }>(`FETCH ${ROWS} FROM ${cursor}`);
    if (rows.length === 0) break;
    for (const one of rows) yield readingOf(one.line, line++);
  }
  await client.query(`CLOSE ${cursor}`);
}

/** What a line with a row in JSON says. */
export function readingOf(text: string, line: number): Reading {
  const row = readRow(text);
  return row === null ? { kind: 'broken', line, problem: 'The row is no JSON.' } : { kind: 'row', row };
}
