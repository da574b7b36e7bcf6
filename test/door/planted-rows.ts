import type { Client, Pool } from '../../src/storage/connection/pool.ts';
import { inCompany } from '../../src/storage/connection/transaction.ts';
import type { StorageBench } from '../support/storage-bench.ts';

type Row = Readonly<Record<string, unknown>>;

const AT = '2026-11-20T10:00:00Z';
const NO_BYTES = String.raw`\x00`;

/** Whatever a company and its rows are called; a user has the identifier of all other rows. */
export interface Ids {
  readonly company: string;
  readonly document: string;
  readonly other: string;
}

/** What belongs to whoever may come in, who belongs to no company, in an order in which it refers to each other. */
export const TABLES_OF_PEOPLE: readonly string[] = [
  'users',
  'user_passwords',
  'sessions',
  'user_tokens',
  'passkeys',
  'provider_accounts',
];

/** The tables of a company, in an order in which they refer to each other. */
export const TABLES_OF_COMPANIES: readonly string[] = [
  'companies',
  'certificates',
  'authority_credentials',
  'api_keys',
  'rate_windows',
  'series',
  'documents',
  'attempts',
  'audit_events',
  'contingency_events',
  'contingency_attempts',
  'contingency_items',
  'invalidations',
  'invalidation_attempts',
  'smtp_passwords',
  'deliveries',
  'given_up_numbers',
  'archive_queue',
  'archive_links',
  'customer_completions',
  'product_completions',
  'rehearsals',
  'rehearsal_gaps',
  // A row of the search is added to it.
  'day_sums',
  'document_search',
  'document_postings',
  'search_progress',
  'remembered',
  'remembered_words',
  'remembered_progress',
  'begun_forms',
  'class_changes',
  'document_classes',
  'month_closings',
  'closing_files',
  'closing_pieces',
  'month_reconciliations',
  'reconciliation_findings',
  'archive_heads',
  'memberships',
  'invitations',
  'user_deeds',
];

const BY_TYPE: Readonly<Record<string, unknown>> = {
  text: 'x',
  int2: 1,
  int4: 1,
  int8: 1,
  numeric: 0,
  bool: false,
  timestamptz: AT,
  date: '2026-11-20',
  jsonb: {},
  bytea: NO_BYTES,
  _text: [],
};

/** What a column of this name holds, where its type does not say it, or where it could be left out. */
function valuesByName({ company, document, other }: Ids): Row {
  const token = `\\x${other.replaceAll('-', '').repeat(2)}`;
  return {
    company_id: company,
    document_id: document,
    slug: `c-${company.slice(0, 8)}`,
    email: `${other}@example.com`,
    environment: '00',
    generation: 'v2',
    generation_code: other.toUpperCase(),
    doc_type: '01',
    control_number: 'DTE-01-M001P001-000000000000001',
    replaced_by: 'DTE-01-M001P001-000000000000002',
    month: '2026-11',
    known_by: 'code',
    role: 'owner',
    subject: other,
    public_id: other,
    message_id: other,
    token_sha256: token,
    sha256: token,
    credential_id: token,
  };
}

/** What a column holds in one table. */
const BY_TABLE: Readonly<Record<string, Row>> = {
  documents: { state: 'claimed' },
  attempts: { outcome: 'unknown' },
  contingency_events: { ends_at: '2026-11-20T11:00:00Z' },
  contingency_attempts: { outcome: 'unknown' },
  invalidations: { state: 'open' },
  invalidation_attempts: { outcome: 'unknown' },
  deliveries: { kind: 'stamped', state: 'queued', next_attempt_at: AT },
  given_up_numbers: { because: 'taken' },
  day_sums: { state: 'stamped' },
  document_search: { state: 'stamped' },
  class_changes: { change_id: 1 },
  remembered: { kind: 'customer' },
  remembered_words: { kind: 'customer' },
  reconciliation_findings: { reason: 'absent_there' },
  invitations: { role: 'cashier' },
  user_tokens: { purpose: 'reset' },
};

/** Columns that may be written, with whether somebody has to. */
const COLUMNS = `SELECT relname AS table_name, attname AS name, typname AS type,
    attnotnull AND NOT atthasdef AND attidentity = '' AS needed
  FROM pg_class c JOIN pg_attribute ON attrelid = c.oid AND attnum > 0 AND attgenerated = '' AND NOT attisdropped
  JOIN pg_type t ON t.oid = atttypid
  WHERE c.relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname, attnum`;

/** The tables of a database, and a row for each of them. */
export interface PlantedRows {
  /** The columns that may be written, with commas. */
  columnsOf(table: string): string;
  /** A row that the table takes, once those that it refers to are there. */
  rowOf(table: string, ids: Ids): Row;
  plant(table: string, ids: Ids): Promise<void>;
}

export async function readTables({ asSuperuser }: Pick<StorageBench, 'asSuperuser'>): Promise<PlantedRows> {
  const columns = await asSuperuser(COLUMNS);
  const columnsIn = (table: string) => columns.filter((column) => column['table_name'] === table);
  const rowOf = (table: string, ids: Ids): Row => {
    const known = { ...valuesByName(ids), ...BY_TABLE[table] };
    const own = BY_TABLE[table] ?? {};
    const entries = columnsIn(table).flatMap(({ name, type, needed }) => {
      const column = String(name);
      if (needed !== true && column !== 'company_id' && !(column in own)) return [];
      const value = known[column] ?? (type === 'uuid' ? ids.other : BY_TYPE[String(type)]);
      return [[column, value] as const];
    });
    return Object.fromEntries(entries);
  };
  return {
    columnsOf: (table) =>
      columnsIn(table)
        .map(({ name }) => name)
        .join(', '),
    rowOf,
    async plant(table, ids) {
      const row = rowOf(table, ids);
      const names = Object.keys(row).join(', ');
      await asSuperuser(
        `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM jsonb_populate_record(null::${table}, $1)`,
        [JSON.stringify(row)],
      );
    },
  };
}

/** Rows that a statement of a company reaches, or that one of these walls has refused it. */
export async function reached(
  { pool, company, walls }: { readonly pool: Pool; readonly company: string; readonly walls: RegExp },
  text: string,
  values: readonly unknown[] = [],
): Promise<number | 'refused'> {
  const run = async (client: Client) => (await client.query(text, [...values])).rowCount ?? 0;
  try {
    return await inCompany(pool, company, run);
  } catch (error) {
    if (error instanceof Error && walls.test(error.message)) return 'refused';
    throw error;
  }
}
