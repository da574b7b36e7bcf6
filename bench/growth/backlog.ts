import type { BenchPostgres } from '../rig/postgres.ts';

const WAITING = `
  INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number, fiscal_year,
      establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary, payload_hash,
      next_attempt_at, contingency_since, fence, tries)
  SELECT t.company_id, gen_random_uuid(), 'espera-' || turn, t.doc_type, t.environment,
    left(t.control_number, 16) || lpad((900000000 + turn)::text, 15, '0'), t.fiscal_year, t.establishment,
    t.point_of_sale, clock_timestamp(), 'contingency', t.generation, upper(gen_random_uuid()::text), t.draft, t.summary,
    t.payload_hash, clock_timestamp() + interval '1 hour', clock_timestamp(), 1, 1
  FROM companies c
    CROSS JOIN LATERAL (SELECT * FROM documents d WHERE d.company_id = c.company_id AND d.state = 'stamped' LIMIT 1) t
    CROSS JOIN generate_series(1, $1::integer) AS turn
  WHERE c.company_id = ANY ($2)`;

const QUEUED = `
  INSERT INTO deliveries (company_id, document_id, kind, address, environment, state, message_id, next_attempt_at)
  SELECT company_id, document_id, 'contingency', 'cliente@ejemplo.com', environment, 'queued', document_id::text,
    clock_timestamp() + interval '1 hour'
  FROM documents WHERE company_id = ANY ($1) AND next_attempt_at IS NOT NULL AND external_ref LIKE 'espera-%'`;

/**
 * So many documents of each company wait for the authority, and a message of each for the mail server; none is due
 * before an hour is over. The planner is not told, as it would not be in the first minutes of an outage.
 */
export async function raiseBacklog(
  { sql }: BenchPostgres,
  companies: readonly string[],
  documents: number,
): Promise<void> {
  await sql(WAITING, [documents, companies]);
  await sql(QUEUED, [companies]);
}

export async function clearBacklog({ sql }: BenchPostgres): Promise<void> {
  await sql(`DELETE FROM deliveries WHERE state = 'queued'`);
  await sql(`DELETE FROM documents WHERE next_attempt_at IS NOT NULL AND external_ref LIKE 'espera-%'`);
}
