import type { House } from './house.ts';

/** So many copies of the one document of a house, issued a millisecond apart, with numbers and references of their own. */
export async function copySale({ sql }: Pick<House, 'sql'>, copies: number): Promise<void> {
  await sql(
    `INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number, fiscal_year,
       establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary, payload_hash,
       reception_stamp, stamped_attempt, next_attempt_at)
     SELECT company_id, gen_random_uuid(), 'copia ' || n, doc_type, environment,
       left(control_number, 16) || lpad((1000 + n)::text, 15, '0'), fiscal_year, establishment, point_of_sale,
       posted_at + n * interval '1 ms', state, generation, upper(gen_random_uuid()::text), draft, summary, payload_hash,
       reception_stamp, stamped_attempt, NULL
     FROM (SELECT * FROM documents ORDER BY posted_at LIMIT 1) AS sale, generate_series(1, $1::integer) AS n`,
    [copies],
  );
}
