import type { BenchPostgres } from '../rig/postgres.ts';

const BEHIND_UTC_MS = 6 * 3_600_000;

/** The month of El Salvador before the one of an instant, like `2026-10`. */
export function lastMonth(nowMs: number): string {
  const local = new Date(nowMs - BEHIND_UTC_MS);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

/** Copies of the one document that a company has, spread over the last month: four of five as it is, the others as a CCF. */
const COPIES = `
  INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number, fiscal_year,
    establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary, payload_hash,
    reception_stamp, stamped_attempt, message_code, message, settled_at, next_attempt_at, fence)
  SELECT d.company_id, gen_random_uuid(), 'mes-' || n, t.type, d.environment,
    'DTE-' || t.type || '-M001P001-' || lpad((n + 1000000)::text, 15, '0'), $3::integer,
    d.establishment, d.point_of_sale, $4::timestamptz + ($5::timestamptz - $4::timestamptz) * (n::float8 / ($2 + 1)),
    'stamped', d.generation, upper(gen_random_uuid()::text),
    CASE WHEN t.type = '01' THEN d.draft ELSE t.ccf END, d.summary, md5(n::text),
    '2026' || upper(md5(n::text)) || 'ABCD', 1, '001', 'RECIBIDO', now(), NULL, 1
  FROM documents d
    CROSS JOIN generate_series(1, $2::integer) AS n
    CROSS JOIN LATERAL (SELECT CASE WHEN n % 5 = 0 THEN '03' ELSE '01' END AS type,
      (d.draft::jsonb || jsonb_build_object(
        'receptor', jsonb_build_object('nit', '06140202020020', 'nrc', (n % 80000 + 1)::text,
          'nombre', 'Distribuidora Ficticia Número ' || n % 5000 || ', S.A. de C.V.'),
        'resumen', jsonb_build_object('totalExenta', 0, 'descuExenta', 0, 'totalNoSuj', 0, 'descuNoSuj', 0,
          'totalGravada', 100 + n % 900, 'descuGravada', 0, 'ivaPerci', 0, 'ivaRete', 0,
          'montoTotalOperacion', 1.13 * (100 + n % 900), 'tributos', jsonb_build_array(jsonb_build_object(
            'codigo', '20', 'descripcion', 'IVA', 'valor', 0.13 * (100 + n % 900))))))::text AS ccf) AS t
  WHERE d.company_id = $1`;

/** Gives a company with one document so many more of the last month, all of them stamped and in the search. */
export async function multiplyMonth(
  postgres: BenchPostgres,
  companyId: string,
  documents: number,
): Promise<void> {
  const month = lastMonth(Date.now());
  const [year = 0, number = 0] = month.split('-').map(Number);
  const bounds = [Date.UTC(year, number - 1, 1), Date.UTC(year, number, 1)].map(
    (midnight) => new Date(midnight + BEHIND_UTC_MS),
  );
  await postgres.sql('ALTER TABLE documents DISABLE TRIGGER USER');
  await postgres.sql(COPIES, [companyId, documents, year, ...bounds]);
  await postgres.sql('ALTER TABLE documents ENABLE TRIGGER USER');
  await postgres.sql('SELECT extend_search($1, NULL, 1)', [companyId]);
  for (let isBusy = true; isBusy; ) {
    const [row] = await postgres.sql('SELECT extend_search($1, NULL, 4096) AS busy', [companyId]);
    isBusy = row?.['busy'] === true;
  }
  await postgres.sql('VACUUM ANALYZE');
}
