import type { BenchPostgres } from '../rig/postgres.ts';

/** Documents that go through their states together, of one company, as those of a shared statement do. */
const TOGETHER = 50;

/** One of so many groups falls silent before it is stamped. */
const SILENT = 10;

/** Sessions at a time. */
const SESSIONS = 2;

/**
 * Takes documents of many companies through their states in the server, each phase in a transaction of its own: the same
 * rows are inserted and the same columns are written as by `claim_documents`, `record_attempts` and `settle_documents`.
 * Drafts and bytes are short, so that the time goes into rows and indexes.
 */
const PROCEDURE = `
  CREATE OR REPLACE PROCEDURE churn(p_changes bigint, p_seed integer) LANGUAGE plpgsql AS $$
  DECLARE
    companies uuid[] := (SELECT array_agg(company_id ORDER BY company_id) FROM companies);
    company uuid;
    template documents;
    fresh uuid[];
    group_number integer := 0;
    done bigint := 0;
  BEGIN
    SET synchronous_commit = off;
    PERFORM setseed(p_seed / 100.0);
    WHILE done < p_changes LOOP
      company := companies[1 + floor(random() * cardinality(companies))];
      group_number := group_number + 1;
      SELECT * INTO template FROM documents d WHERE d.company_id = company AND d.state = 'stamped' LIMIT 1;
      SELECT array_agg(gen_random_uuid()) INTO fresh FROM generate_series(1, ${TOGETHER});
      WITH s AS (
        UPDATE series SET last_number = last_number + ${TOGETHER}
        WHERE company_id = company AND environment = template.environment AND fiscal_year = template.fiscal_year
        RETURNING last_number - ${TOGETHER} AS last)
      INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number, fiscal_year,
          establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary, payload_hash,
          lease_until, next_attempt_at, lease_holder, fence)
        SELECT company, f.id, f.id::text, template.doc_type, template.environment,
          left(template.control_number, 16) || lpad((s.last + f.turn)::text, 15, '0'), template.fiscal_year,
          template.establishment, template.point_of_sale, clock_timestamp(), 'claimed', template.generation,
          upper(f.id::text), left(template.draft, 600), template.summary, template.payload_hash,
          statement_timestamp() + interval '1 hour', statement_timestamp() + interval '1 hour', f.id, 1
        FROM s, unnest(fresh) WITH ORDINALITY AS f (id, turn);
      COMMIT;
      UPDATE documents SET state = 'in_flight', lease_until = statement_timestamp() + interval '1 hour'
        WHERE company_id = company AND document_id = ANY (fresh);
      INSERT INTO attempts (company_id, document_id, attempt, generation_code, payload_hash, jws, jws_sha256, outcome,
          sends, formal, last_sent_at)
        SELECT company, f, 1, upper(f::text), template.payload_hash, left(template.draft, 600), sha256('x'), 'unknown', 1,
          false, clock_timestamp()
        FROM unnest(fresh) AS f;
      COMMIT;
      done := done + 2 * ${TOGETHER};
      IF group_number % ${SILENT} = 0 THEN
        UPDATE documents SET state = 'contingency', message = 'sin respuesta', lease_until = NULL, takings = 0,
            tries = tries + 1, next_attempt_at = statement_timestamp() + interval '1 hour',
            contingency_since = clock_timestamp()
          WHERE company_id = company AND document_id = ANY (fresh);
        COMMIT;
        UPDATE documents SET fence = fence + 1, takings = takings + 1, lease_holder = NULL,
            lease_until = statement_timestamp() + interval '1 hour',
            next_attempt_at = statement_timestamp() + interval '1 hour'
          WHERE company_id = company AND document_id = ANY (fresh);
        COMMIT;
        UPDATE documents SET state = 'in_flight' WHERE company_id = company AND document_id = ANY (fresh);
        UPDATE attempts SET sends = sends + 1, last_sent_at = clock_timestamp()
          WHERE company_id = company AND document_id = ANY (fresh);
        COMMIT;
        done := done + 2 * ${TOGETHER};
      END IF;
      UPDATE documents SET state = 'stamped', stamped_attempt = 1, processed_at = template.processed_at,
          reception_stamp = '2026' || replace(generation_code, '-', '') || 'ABCD',
          message_code = template.message_code, message = template.message, settled_at = clock_timestamp(),
          lease_until = NULL, takings = 0, tries = 0, next_attempt_at = NULL
        WHERE company_id = company AND document_id = ANY (fresh);
      UPDATE attempts SET outcome = 'stamped', settled_at = clock_timestamp(), answer_status = 200,
          answer_body = template.message
        WHERE company_id = company AND document_id = ANY (fresh);
      COMMIT;
      done := done + ${TOGETHER};
    END LOOP;
  END $$`;

/** Changes so many states; each document changes three times at least. */
export async function churn({ sql }: BenchPostgres, changes: number): Promise<void> {
  await sql(PROCEDURE);
  const share = Math.ceil(changes / SESSIONS);
  const sessions = Array.from({ length: SESSIONS }, (_, seed) => sql(`CALL churn(${share}, ${seed})`));
  await Promise.all(sessions);
  await sql('DROP PROCEDURE churn');
}

/** What is in a table and its indexes. */
export interface Size {
  readonly name: string;
  /** The rows of a table; for an index, those of its table. */
  readonly rows: number;
  readonly dead: number;
  readonly bytes: number;
}

/** The sizes of documents and attempts, with the texts beside them, and of each of their indexes. */
export async function sizesIn({ sql }: BenchPostgres): Promise<readonly Size[]> {
  const rows = await sql(
    `SELECT s.relname AS name, s.n_live_tup AS rows, s.n_dead_tup AS dead, pg_table_size(s.relid) AS bytes
     FROM pg_stat_user_tables s WHERE s.relname IN ('documents', 'attempts')
     UNION ALL
     SELECT i.indexrelname, s.n_live_tup, 0, pg_relation_size(i.indexrelid)
     FROM pg_stat_user_indexes i JOIN pg_stat_user_tables s USING (relid) WHERE s.relname IN ('documents', 'attempts')
     ORDER BY bytes DESC`,
  );
  return rows.map((row) => ({
    name: String(row['name']),
    rows: Number(row['rows']),
    dead: Number(row['dead']),
    bytes: Number(row['bytes']),
  }));
}
