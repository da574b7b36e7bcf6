import type { BenchHouse } from '../rig/house.ts';
import { invoicesOf, runLoad } from '../rig/load.ts';
import type { BenchPostgres } from '../rig/postgres.ts';

/** Companies that are filled at a time, each over a connection of its own. */
const AT_A_TIME = 2;

/** In the place of the template's own values: `t` is the template, `f` a fresh row, `s` the series before it was filled. */
const DOCUMENT: Readonly<Record<string, string>> = {
  document_id: 'f.document_id',
  external_ref: `'crecimiento-' || f.turn`,
  control_number: `left(t.control_number, 16) || lpad((s.last + f.turn)::text, 15, '0')`,
  posted_at: `t.posted_at + f.turn * interval '1 ms'`,
  settled_at: `t.settled_at + f.turn * interval '1 ms'`,
  generation_code: 'f.code',
  reception_stamp: `'2026' || replace(f.code, '-', '') || 'ABCD'`,
  lease_holder: 'f.document_id',
};
const ATTEMPT: Readonly<Record<string, string>> = {
  document_id: 'd.document_id',
  generation_code: 'd.generation_code',
};

/** One of so many documents was also mailed, and one was also invalidated. */
const MAILED = 10;
const INVALIDATED = 100;

/**
 * Gives each company so many documents more: the first few by the service, the others as copies of one of those, made in
 * the server. A copy has its own identity, number, code and seal; its bytes are the template's. Triggers and foreign
 * keys are on, as ever.
 */
export async function fill(
  house: BenchHouse,
  url: string,
  { real, copies }: { readonly real: number; readonly copies: number },
): Promise<void> {
  await issueAtLeast(house, url, real);
  const text = await fillingStatement(house.postgres);
  const waiting = house.companies.map(({ companyId }) => companyId);
  const work = async () => {
    for (let company = waiting.pop(); company !== undefined; company = waiting.pop())
      await house.postgres.sql(text, [company, copies]);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  await settleDown(house.postgres);
}

/** Each company issues so many documents, over the interface. */
async function issueAtLeast(
  { load, companies, postgres }: BenchHouse,
  url: string,
  real: number,
): Promise<void> {
  for (let missing = companies; missing.length > 0; ) {
    const connections = Math.min(32, missing.length);
    await runLoad(load, { targets: invoicesOf(url, missing), connections, durationMs: 300 });
    const rows = await postgres.sql(
      `SELECT company_id FROM documents WHERE state = 'stamped' GROUP BY company_id HAVING count(*) >= $1`,
      [real],
    );
    const done = new Set(rows.map((row) => row['company_id']));
    missing = missing.filter(({ companyId }) => !done.has(companyId));
  }
}

/** What grows while somebody measures would be measured as well. */
export async function settleDown({ sql }: BenchPostgres): Promise<void> {
  await sql('VACUUM ANALYZE');
  await sql('CHECKPOINT');
}

async function fillingStatement(postgres: BenchPostgres): Promise<string> {
  const documents = await columnsOf(postgres, 'documents');
  const attempts = await columnsOf(postgres, 'attempts');
  const pick = (columns: readonly string[], own: Readonly<Record<string, string>>, from: string) =>
    columns.map((column) => own[column] ?? `${from}.${column}`).join(', ');
  return `
    WITH t AS (
      SELECT * FROM documents WHERE company_id = $1 AND state = 'stamped' ORDER BY control_number LIMIT 1
    ), f AS MATERIALIZED (
      SELECT turn, gen_random_uuid() AS document_id, upper(gen_random_uuid()::text) AS code
      FROM generate_series(1, $2::integer) AS turn
    ), s AS (
      UPDATE series SET last_number = last_number + $2 FROM t
      WHERE series.company_id = t.company_id AND series.environment = t.environment
        AND series.fiscal_year = t.fiscal_year
      RETURNING last_number - $2 AS last
    ), d AS (
      INSERT INTO documents (${documents.join(', ')}) SELECT ${pick(documents, DOCUMENT, 't')} FROM t, f, s
      RETURNING *
    ), a AS (
      INSERT INTO attempts (${attempts.join(', ')}) SELECT ${pick(attempts, ATTEMPT, 'a')}
      FROM d, t JOIN attempts a ON a.company_id = t.company_id AND a.document_id = t.document_id
        AND a.attempt = t.stamped_attempt
    ), m AS (
      INSERT INTO deliveries (company_id, document_id, kind, address, environment, state, message_id, sent_at)
      SELECT d.company_id, d.document_id, 'stamped', 'cliente@ejemplo.com', d.environment, 'sent',
        '<' || d.document_id || '@dte.sello>', d.settled_at
      FROM d JOIN f USING (document_id) WHERE f.turn % ${MAILED} = 0
    )
    INSERT INTO invalidations (company_id, document_id, environment, generation, state, generation_code, requested_at,
      draft, reception_stamp, settled_at)
    SELECT d.company_id, d.document_id, d.environment, d.generation, 'sealed', upper(gen_random_uuid()::text),
      d.settled_at, '{}', d.reception_stamp, d.settled_at
    FROM d JOIN f USING (document_id) WHERE f.turn % ${INVALIDATED} = 0`;
}

async function columnsOf({ sql }: BenchPostgres, name: string): Promise<readonly string[]> {
  const rows = await sql(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [name],
  );
  return rows.map((row) => String(row['name']));
}
