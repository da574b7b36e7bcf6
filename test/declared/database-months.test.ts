import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool, type Pool } from '../../src/storage/connection/pool.ts';
import { createDeclarationReader } from '../../src/storage/declarations/declaration-reader.ts';
import { sharedDatabase } from '../support/database.ts';
import {
  draftPool,
  fullMonth,
  type GeneratedDeclared,
  type GeneratedMonth,
  generateMonth,
} from './generated-months.ts';
import { judgeMonth } from './judge-month.ts';
import { productOf } from './product.ts';

const SEED = Number(process.env['TEST_SEED'] ?? 20_261_101);
const MONTHS = process.env['SELLO_LONG'] === '1' ? 100 : 30;
const DRAFTS_A_KIND = 40;
const TIMEOUT_MS = 900_000;
const BEHIND_UTC = '-06:00';
const HOUR_MS = 3_600_000;

const database = sharedDatabase('PostgreSQL 18');
let superuser: pg.Client;
let pool: Pool;

beforeAll(async () => {
  superuser = new pg.Client({ connectionString: database.url });
  await superuser.connect();
  // Months are put there as a restored copy would be: nothing looks after what is not looked at.
  await superuser.query('SET session_replication_role = replica');
  pool = createPool('sello_operator', {
    databaseUrl: database.url,
    connections: 2,
    onIdleError: () => undefined,
  });
});
afterAll(async () => {
  await Promise.all([superuser.end(), pool.end()]);
});

const DOCUMENT = `INSERT INTO documents (company_id, document_id, external_ref, doc_type, environment, control_number,
    fiscal_year, establishment, point_of_sale, posted_at, state, generation, generation_code, draft, summary, payload_hash,
    reception_stamp, stamped_attempt, message_code, message, settled_at, next_attempt_at, fence)
  SELECT $1, d.id, d.code, d.type, '00', d.control, 2026, d.establishment, d.point, d.posted, d.state, 'v2', d.code, d.draft,
    '{}', md5(d.code), d.seal, CASE WHEN d.seal IS NOT NULL THEN 1 END, '', '', now(), NULL, 1
  FROM jsonb_to_recordset($2) AS d (id uuid, code text, type text, control text, establishment text, point text,
    posted timestamptz, state text, draft text, seal text)`;

const INVALIDATION = `INSERT INTO invalidations (company_id, document_id, environment, generation, state, generation_code,
    requested_at, draft, settled_at)
  SELECT $1, d.id, '00', 'v2', 'sealed', upper(gen_random_uuid()::text), d.requested, '{}', now()
  FROM jsonb_to_recordset($2) AS d (id uuid, requested timestamptz) WHERE d.requested IS NOT NULL`;

/** Puts a month into the database, as a company's own; answers the company. */
async function store({ seed, documents }: GeneratedMonth): Promise<string> {
  const companyId = randomUUID();
  await superuser.query(
    `INSERT INTO companies (company_id, slug, environment, profile) VALUES ($1, $2, '00', '{}')`,
    [companyId, `mes-${seed}-${companyId}`],
  );
  const rows = JSON.stringify(documents.map(rowOf));
  await superuser.query(DOCUMENT, [companyId, rows]);
  await superuser.query(INVALIDATION, [companyId, rows]);
  return companyId;
}

function rowOf(document: GeneratedDeclared) {
  const { record, draft, issuedMs } = document;
  const { type, control, code, seal } = record;
  return {
    id: randomUUID(),
    code,
    type,
    control,
    establishment: draft.establishment,
    point: draft.pointOfSale,
    posted: new Date(issuedMs).toISOString(),
    state: seal === null ? 'contingency' : 'stamped',
    draft: draft.text,
    seal,
    requested: requestOf(document),
  };
}

/** Between taxpayers an event bears the date of the document, however much later it was asked for. */
function requestOf({ record, issuedMs }: GeneratedDeclared): string | null {
  if (record.invalidatedOn === null) return null;
  if (record.type === '03' || record.type === '05')
    return new Date(issuedMs + (issuedMs % 1_000) * HOUR_MS).toISOString();
  return new Date(`${record.invalidatedOn}T23:59:59${BEHIND_UTC}`).toISOString();
}

/** The same month where nobody has classed a document: the register keeps no classes. */
function unclassed(generated: GeneratedMonth): GeneratedMonth {
  const documents = generated.documents.map((each) => ({
    ...each,
    record: { ...each.record, classes: null },
  }));
  return { ...generated, documents };
}

it(
  'months of generated businesses are declared from the database as a test wrote them down',
  async () => {
    const product = await productOf(fileURLToPath(new URL('../..', import.meta.url)));
    const reader = createDeclarationReader(pool);
    const drafts = draftPool(SEED, DRAFTS_A_KIND);
    const months = [
      fullMonth(SEED, drafts),
      ...Array.from({ length: MONTHS }, (_, index) => generateMonth(SEED + index, drafts)),
    ];
    for (const generated of months.map(unclassed)) {
      const companyId = await store(generated);
      const files = await product.filesOf(generated, { companyId, reader });
      const records = generated.documents.map(({ record }) => record);
      expect(judgeMonth(files, records, generated), `seed ${generated.seed}`).toEqual([]);
    }
  },
  TIMEOUT_MS,
);
