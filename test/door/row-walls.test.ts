import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../src/storage/connection/pool.ts';
import { inCompany, inTransaction } from '../../src/storage/connection/transaction.ts';
import { describeOnDatabases } from '../support/database.ts';
import { openStorageBench, type StorageBench } from '../support/storage-bench.ts';
import { DOORS } from './doors.ts';
import { plantUser } from './planted-user.ts';

type Row = Readonly<Record<string, unknown>>;

const AT = '2026-11-20T10:00:00Z';

/** Whatever a company and its rows are called. */
interface Ids {
  readonly company: string;
  readonly document: string;
  readonly other: string;
}

const SIGNED = (ids: Ids) => ({
  document_id: ids.document,
  attempt: 1,
  generation_code: ids.other.toUpperCase(),
  jws: 'x',
  outcome: 'unknown',
  sends: 1,
});

/** A row for each table of a company, in an order in which they refer to each other. */
const ROWS: Readonly<Record<string, (ids: Ids) => Row>> = {
  companies: ({ company }) => ({ slug: `c-${company.slice(0, 8)}`, environment: '00', profile: {} }),
  certificates: ({ other }) => ({
    certificate_id: other,
    environment: '00',
    nit: '1',
    not_before: AT,
    not_after: AT,
    public_key: String.raw`\x00`,
    sealed_private_key: 's',
  }),
  authority_credentials: () => ({ environment: '00', username: 'u', sealed_password: 's' }),
  api_keys: ({ other }) => ({
    key_id: other,
    public_id: other,
    environment: '00',
    name: 'caja',
    secret_hmac: String.raw`\x00`,
    per_minute: 1,
    per_hour: 1,
  }),
  rate_windows: ({ other }) => ({
    key_id: other,
    minute_start: AT,
    minute_count: 1,
    hour_start: AT,
    hour_count: 1,
    admitted: true,
  }),
  series: () => ({ environment: '00', fiscal_year: 2026, scope: '', last_number: 1 }),
  documents: ({ document, other }) => ({
    document_id: document,
    external_ref: 'ref',
    doc_type: '01',
    environment: '00',
    control_number: 'DTE-01-M001P001-000000000000001',
    fiscal_year: 2026,
    establishment: 'M001',
    point_of_sale: 'P001',
    posted_at: AT,
    state: 'claimed',
    generation: 'v2',
    generation_code: other.toUpperCase(),
    draft: '{}',
    summary: {},
    payload_hash: 'h',
  }),
  attempts: (ids) => ({ ...SIGNED(ids), payload_hash: 'h', jws_sha256: String.raw`\x00`, last_sent_at: AT }),
  audit_events: ({ document }) => ({ document_id: document, kind: 'x', detail: {} }),
  contingency_events: ({ other }) => ({
    event_id: other,
    environment: '00',
    generation: 'v2',
    generation_code: other.toUpperCase(),
    contingency_type: 1,
    starts_at: AT,
    ends_at: '2026-11-20T11:00:00Z',
    report_until: AT,
  }),
  contingency_attempts: (ids) => {
    const { document_id: _, ...signed } = SIGNED(ids);
    return { ...signed, event_id: ids.other };
  },
  contingency_items: ({ document, other }) => ({
    event_id: other,
    item: 1,
    document_id: document,
    generation_code: other,
    doc_type: '01',
  }),
  invalidations: ({ document, other }) => ({
    document_id: document,
    environment: '00',
    generation: 'v2',
    state: 'open',
    generation_code: other.toUpperCase(),
    requested_at: AT,
    draft: '{}',
  }),
  invalidation_attempts: SIGNED,
  smtp_passwords: () => ({ sealed_password: 's' }),
  deliveries: ({ document, other }) => ({
    document_id: document,
    kind: 'stamped',
    address: 'a@example.com',
    environment: '00',
    state: 'queued',
    message_id: other,
    next_attempt_at: AT,
  }),
  given_up_numbers: ({ document }) => ({
    environment: '00',
    fiscal_year: 2026,
    control_number: 'DTE-01-M001P001-000000000000001',
    document_id: document,
    replaced_by: 'DTE-01-M001P001-000000000000002',
    because: 'taken',
    given_up_at: AT,
    login: 'x',
  }),
  archive_queue: ({ document }) => ({ entry: 1, relation: 'documents', subject: document }),
  archive_links: ({ document }) => ({
    position: 1,
    relation: 'documents',
    row_key: document,
    row_hash: String.raw`\x00`,
    column_marks: String.raw`\x00`,
    link_hash: String.raw`\x00`,
  }),
  customer_completions: () => ({ identity: '061401019000018', district: '062314' }),
  product_completions: () => ({ known_by: 'code', name: 'HAR-25', unit: '59' }),
  rehearsals: ({ other }) => ({
    rehearsal_id: other,
    environment: '00',
    generation: 'v2',
    requested_at: AT,
    failed: false,
    after_document: other,
    report: {},
    fence: 0,
    takings: 0,
  }),
  rehearsal_gaps: ({ other }) => ({
    rehearsal_id: other,
    known_by: 'code',
    name: 'HAR-25',
    title: 'Harina',
    gaps: ['unit'],
    documents: 1,
  }),
  // A row of the search is added to it.
  day_sums: () => ({
    environment: '00',
    day: '2026-11-20',
    doc_type: '01',
    state: 'stamped',
    invalidated: false,
    by_note: false,
    part: 0,
    documents: 1,
    taxable: 0,
    vat: 0,
    gross: 0,
    retention: 0,
    total: 0,
  }),
  document_search: ({ document, other }) => ({
    position: 1,
    document_id: document,
    posted_at: AT,
    environment: '00',
    doc_type: '01',
    state: 'stamped',
    establishment: 'M001',
    point_of_sale: 'P001',
    control_number: 'DTE-01-M001P001-000000000000001',
    generation_code: other.toUpperCase(),
    customer: 'ana',
    customer_ids: '{}',
    taxable: 0,
    vat: 0,
    gross: 0,
    retention: 0,
    total: 0,
    invalidated: false,
    adjusted: false,
    contingency: false,
  }),
  document_postings: () => ({ term: 1, block: 0, documents: 1 }),
  search_progress: () => ({ position: 0 }),
  remembered: ({ document, other }) => ({
    kind: 'customer',
    doc_type: '03',
    item: other,
    title: 'Ana',
    words: ' ana',
    document_id: document,
    line: 0,
    posted_at: AT,
  }),
  remembered_words: ({ other }) => ({ kind: 'customer', doc_type: '03', word: 'ana', item: other }),
  remembered_progress: () => ({ position: 0 }),
  begun_forms: ({ other }) => ({
    user_id: other,
    external_ref: 'a',
    doc_type: '03',
    fields: {},
    updated_at: AT,
  }),
  class_changes: () => ({
    change_id: 1,
    changed_at: AT,
    changed_by: 'Ana',
    month: '2026-11',
    filter: {},
    income_class: {},
    documents: 1,
  }),
  document_classes: ({ document }) => ({ document_id: document, change_id: 1, income_class: {} }),
  month_closings: ({ other }) => ({
    closing_id: other,
    environment: '00',
    month: '2026-11',
    version: 1,
    closed_at: AT,
    closed_by: 'Ana',
    criteria: {},
  }),
  closing_files: ({ other }) => ({
    closing_id: other,
    place: 1,
    name: 'anexo01-2026-11.csv',
    bytes: 1,
    sha256: tokenOf(other),
  }),
  closing_pieces: ({ other }) => ({ closing_id: other, name: 'a.csv', piece: 0, content: '' }),
  archive_heads: () => ({ position: 1, signed_at: AT, jws: 'x' }),
  memberships: ({ other }) => ({ user_id: other, role: 'owner', created_at: AT }),
  invitations: ({ other }) => ({
    invitation_id: other,
    token_sha256: tokenOf(other),
    email: 'a@example.com',
    name: 'Ana',
    role: 'cashier',
    invited_at: AT,
    ends_at: AT,
  }),
  user_deeds: ({ other }) => ({
    deed_id: Number.parseInt(other.slice(0, 8), 16),
    user_id: other,
    user_name: 'Ana',
    address: '192.0.2.1',
    deed: 'issued',
    subject: '',
    happened_at: AT,
  }),
};

/** Thirty-two bytes as they stand in JSON. */
const tokenOf = (id: string) => `\\x${id.replaceAll('-', '').repeat(2)}`;

const TABLES = Object.keys(ROWS);
/** What a wall says; a trigger that keeps issued documents may speak first. */
const WALLS = /permission denied|row-level security|cannot change/;

describeOnDatabases('the wall around a company’s rows', (name) => {
  let bench: StorageBench;
  const mine: Ids = { company: randomUUID(), document: randomUUID(), other: randomUUID() };
  const theirs: Ids = { company: randomUUID(), document: randomUUID(), other: randomUUID() };
  beforeAll(async () => {
    bench = await openStorageBench(name);
    for (const ids of [mine, theirs]) {
      await plantUser(bench, ids.other);
      for (const table of TABLES) await plant(table, ids);
    }
  });
  afterAll(() => bench.drop());

  async function plant(table: string, ids: Ids): Promise<void> {
    const row = { company_id: ids.company, ...ROWS[table]?.(ids) };
    const columns = Object.keys(row).join(', ');
    await bench.asSuperuser(
      `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM jsonb_populate_record(null::${table}, $1)`,
      [JSON.stringify(row)],
    );
  }

  const rowsOf = (table: string, { company }: Ids) =>
    bench.asSuperuser(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE company_id = $1`, [company]);

  /** Those that may be written. */
  async function columnsOf(table: string): Promise<string> {
    const columns = await bench.asSuperuser(
      `SELECT attname AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND attgenerated = '' AND NOT attisdropped`,
      [table],
    );
    return columns.map((column) => column['name']).join(', ');
  }

  /** Rows reached, or the wall's own word. */
  const asMe = async (text: string, values: readonly unknown[]): Promise<number | 'refused'> => {
    const run = async (client: Client) => (await client.query(text, [...values])).rowCount ?? 0;
    try {
      return await inCompany(bench.pool, mine.company, run);
    } catch (error) {
      if (error instanceof Error && WALLS.test(error.message)) return 'refused';
      throw error;
    }
  };

  it('stands around every table that belongs to companies', async () => {
    const tables = await bench.asSuperuser(
      `SELECT c.relname AS name, c.relforcerowsecurity AS forced, c.relrowsecurity AS enabled
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_id'
       WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    const expected = TABLES.toSorted().map((table) => ({ name: table, forced: true, enabled: true }));
    expect(tables).toEqual(expected);
  });

  it('cannot be walked around by the service: it owns nothing, bypasses nothing, becomes nobody', async () => {
    const [role] = await bench.asSuperuser(
      `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcanlogin,
         (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships,
         (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned
       FROM pg_roles r WHERE rolname = 'sello_service'`,
    );
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcanlogin: false,
      memberships: 0,
      owned: 0,
    });
  });

  it('has no more doors than these functions, which belong to the operator and ask for a pass or tell of no company', async () => {
    const doors = await bench.asSuperuser(
      `SELECT proname AS name, proowner::regrole::text AS owner, proacl::text AS rights FROM pg_proc
       WHERE prosecdef AND pronamespace = 'public'::regnamespace ORDER BY 1`,
    );
    expect(doors.map((door) => door['name'])).toEqual(DOORS);
    expect(new Set(doors.map((door) => door['owner']))).toEqual(new Set(['sello_operator']));
    // An entry without a name is a right of everybody.
    for (const { rights } of doors) expect(rights).not.toMatch(/[{,]=/);
  });

  it.each(TABLES)('keeps %s from being read, changed, removed, written or moved', async (table) => {
    const before = await rowsOf(table, theirs);
    expect(before).toHaveLength(1);
    const row = JSON.stringify(before[0]?.['row']);
    const columns = await columnsOf(table);
    const attempts: readonly (readonly [string, readonly unknown[]])[] = [
      [`SELECT 1 FROM ${table} WHERE company_id = $1`, [theirs.company]],
      [`SELECT 1 FROM ${table} WHERE company_id <> $1`, [mine.company]],
      [`SELECT 1 FROM ${table} WHERE company_id = $1 FOR UPDATE`, [theirs.company]],
      [`UPDATE ${table} SET company_id = company_id WHERE company_id = $1`, [theirs.company]],
      [`UPDATE ${table} SET company_id = $1`, [theirs.company]],
      [`DELETE FROM ${table} WHERE company_id = $1`, [theirs.company]],
      [`TRUNCATE ${table} CASCADE`, []],
      [
        `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE
         SELECT ${columns} FROM jsonb_populate_record(null::${table}, $1)`,
        [row],
      ],
    ];
    for (const [text, values] of attempts)
      expect([text, await asMe(text, values)]).toEqual([text, expect.toSatisfy(isNothing)]);
    expect(await rowsOf(table, theirs)).toEqual(before);
    expect(await rowsOf(table, mine)).toHaveLength(1);
  });

  it.each(TABLES)('shows nobody %s without a company', async (table) => {
    for (const company of [null, '', randomUUID()]) {
      const seen = inTransaction(bench.pool, async (client) => {
        if (company !== null)
          await client.query(`SELECT set_config('sello.company_id', $1, true)`, [company]);
        return (await client.query(`SELECT 1 FROM ${table}`)).rowCount;
      });
      expect(await seen.catch((error: Error) => WALLS.test(error.message))).toBeOneOf([0, true]);
    }
  });
});

function isNothing(reached: unknown): boolean {
  return reached === 0 || reached === 'refused';
}
