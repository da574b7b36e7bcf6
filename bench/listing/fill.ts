import type { BenchPostgres } from '../rig/postgres.ts';

/** The company of this number. */
export function companyOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/**
 * 80,000 invented people, of whom three words of 20, 24 and 24 make a name, with an invented word behind most of them.
 */
const PEOPLE = `
  CREATE TABLE IF NOT EXISTS bench_people AS
  SELECT n AS person,
    (ARRAY['María','José','Ana','Carlos','Marta','Luis','Sofía','Jorge','Óscar','Elena','Mario','Lucía','Raúl','Inés',
      'Hugo','Rosa','Iván','Julia','Rubén','Alma'])[1 + n % 20] || ' ' ||
    (ARRAY['García','López','Martínez','Hernández','Peña','Ramírez','Flores','Rivas','Núñez','Cruz','Ayala','Zelaya',
      'Menjívar','Portillo','Cañas','Orellana','Guzmán','Alas','Mejía','Villalta','Quijano','Umaña','Sorto',
      'Bonilla'])[1 + n / 20 % 24] || ' ' ||
    (ARRAY['Aguilar','Barrera','Castro','Duarte','Escobar','Funes','Granados','Henríquez','Iraheta','Jovel','Landaverde',
      'Molina','Novoa','Ochoa','Palacios','Quintanilla','Rosales','Salinas','Tobar','Urrutia','Valencia','Wong','Yánez',
      'Zavala'])[1 + n / 480 % 24] ||
    CASE WHEN n >= 11520 THEN ' ' || chr(65 + n / 11520 % 26) || substr(md5(n::text), 1, 5) ELSE '' END AS name,
    lpad((n * 7919 % 100000000)::text, 8, '0') || n % 10 AS dui
  FROM generate_series(0, 79999) AS n`;

/**
 * Stamped documents one every 30 seconds until ten minutes ago: three of five to nobody named, one of five a CCF, one of
 * 500 an export, one of 1,000 a purchase, one of 997 rejected. Triggers and foreign keys are off meanwhile.
 */
const DOCUMENTS = `
  INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number, fiscal_year,
    establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary, payload_hash,
    reception_stamp, stamped_attempt, message_code, message, settled_at, next_attempt_at, fence)
  SELECT $1::uuid, gen_random_uuid(), 'venta-' || n, t.type, '00',
    'DTE-' || t.type || '-M00' || 1 + n % 3 || 'P00' || 1 + n % 5 || '-' || lpad(n::text, 15, '0'), 2026,
    'M00' || 1 + n % 3, 'P00' || 1 + n % 5, now() - interval '10 minutes' - ($2 - n) * interval '30 seconds',
    CASE WHEN n % 997 = 0 THEN 'rejected' ELSE 'stamped' END, 'v2', upper(gen_random_uuid()::text),
    json_build_object('emisor', json_build_object('nit', '06140101001012', 'filling', repeat(md5(n::text), 12)),
      'receptor', CASE WHEN n % 5 >= 3 THEN json_build_object('nombre', p.name, 'tipoDocumento', '13',
        'numDocumento', p.dui, 'nit', CASE WHEN t.type = '03' THEN '0614' || p.dui || '1' END,
        'nrc', CASE WHEN t.type = '03' THEN (n % 80000)::text END) END,
      'cuerpoDocumento', json_build_array(json_build_object('codigo', 'P' || n * 17::bigint % 40000,
        'descripcion', 'Producto ' || substr(md5((n * 17::bigint % 40000)::text), 1, 6) || ' de uso corriente')))::text,
    jsonb_build_object('customerName', CASE WHEN n % 5 < 3 THEN 'Consumidor Final' ELSE p.name END,
      'amountTaxable', a.dollars, 'amountVat', '0.13', 'amountGross', a.dollars, 'amountRetention', '0.00',
      'amountTotal', a.dollars),
    md5(n::text), CASE WHEN n % 997 <> 0 THEN '2026' || upper(md5($1::text || n)) || 'ABCD' END,
    CASE WHEN n % 997 <> 0 THEN 1 END, '001', 'RECIBIDO', now(), NULL, 1
  FROM generate_series(1, $2::integer) AS n
    CROSS JOIN LATERAL (SELECT CASE WHEN n % 1000 = 0 THEN '14' WHEN n % 500 = 1 THEN '11' WHEN n % 5 = 4 THEN '03'
      ELSE '01' END AS type) AS t
    CROSS JOIN LATERAL (SELECT ((50 + n * 7907::bigint % 20000 + CASE WHEN n % 5000 = 0 THEN 2000000 ELSE 0 END)
      / 100.0)::numeric(12, 2)::text AS dollars) AS a
    JOIN bench_people p ON p.person = n * 31::bigint % 80000`;

/** Gives a new company so many documents, all of them in the search; answers how long a thousand took the search, in ms. */
export async function fillCompany(
  postgres: BenchPostgres,
  number: number,
  documents: number,
): Promise<number> {
  const company = companyOf(number);
  await postgres.sql(
    `INSERT INTO companies (company_id, slug, environment, profile) VALUES ($1, $2, '00', '{}')`,
    [company, `empresa-${number}`],
  );
  return fillDocuments(postgres, company, documents);
}

/** The same for a company that there is. */
export async function fillDocuments(
  postgres: BenchPostgres,
  company: string,
  documents: number,
): Promise<number> {
  await postgres.sql(PEOPLE);
  await postgres.sql('CREATE UNIQUE INDEX IF NOT EXISTS bench_person ON bench_people (person)');
  await postgres.sql('ALTER TABLE documents DISABLE TRIGGER USER');
  await postgres.sql(DOCUMENTS, [company, documents]);
  await postgres.sql('ALTER TABLE documents ENABLE TRIGGER USER');
  const beganMs = performance.now();
  // The first call notes which transactions run, the second sees that they have ended.
  await postgres.sql('SELECT extend_search($1, NULL, 1)', [company]);
  await callUntilDone(postgres, 'SELECT extend_search($1, NULL, 4096) AS busy', company);
  return ((performance.now() - beganMs) / documents) * 1_000;
}

/** So many customers, and so many products, of each type of document are remembered, as a node does it. */
const REMEMBERED = 20_000;

/** Has customers and products of a company's documents remembered. */
export async function rememberAll(postgres: BenchPostgres, company: string): Promise<void> {
  await callUntilDone(postgres, `SELECT extend_remembered($1, NULL, 4096, ${REMEMBERED}) AS busy`, company);
}

async function callUntilDone(postgres: BenchPostgres, call: string, company: string): Promise<void> {
  for (let isBusy = true; isBusy; ) {
    const [row] = await postgres.sql(call, [company]);
    isBusy = row?.['busy'] === true;
  }
}
