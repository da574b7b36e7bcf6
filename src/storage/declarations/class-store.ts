import { localDayStartMs } from '../../core/calendar/el-salvador-time.ts';
import { boundsOf, periodText } from '../../core/declaring/period.ts';
import type {
  ClassChange,
  ClassFilter,
  ClassRecord,
  ClassStore,
  CompanyMonth,
} from '../../operations/declarations/month-ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { inCompany } from '../connection/transaction.ts';
import { classIn, type StoredClass, storedClass } from '../documents/stored-class.ts';

interface ChangeRow {
  readonly change_id: string;
  readonly changed_ms: number;
  readonly changed_by: string;
  readonly filter: ClassFilter;
  readonly income_class: StoredClass;
  readonly documents: number;
}

const COLUMNS = `change_id, (extract(epoch FROM changed_at) * 1000)::float8 AS changed_ms, changed_by, filter,
  income_class, documents`;

/** Keeps in PostgreSQL the codes that documents get after their issue. */
export function createClassStore(pool: Pool): ClassStore {
  return {
    change: (month, change, { by }) =>
      inCompany(pool, month.companyId, async (client) => {
        await lockMonth(client, month);
        if (await isClosed(client, month)) return null;
        return changeIn(client, { month, change, by });
      }),
    changes: ({ companyId, period }) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<ChangeRow>(
          `SELECT ${COLUMNS} FROM class_changes WHERE company_id = $1 AND month = $2 ORDER BY change_id DESC`,
          [companyId, periodText(period)],
        );
        return rows.map(toRecord);
      }),
  };
}

/** Whoever changes the codes of a month and whoever closes it take turns. */
export async function lockMonth(client: Client, { companyId, period }: CompanyMonth): Promise<void> {
  const name = `month ${companyId} ${periodText(period)}`;
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}

async function isClosed(client: Client, { companyId, ambiente, period }: CompanyMonth): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM month_closings WHERE company_id = $1 AND environment = $2 AND month = $3 LIMIT 1',
    [companyId, ambiente, periodText(period)],
  );
  return rowCount === 1;
}

/** The last change of a month's classes; null where there was none. */
export async function lastChange(
  client: Client,
  { companyId, period }: CompanyMonth,
): Promise<string | null> {
  const { rows } = await client.query<{ readonly last: string | null }>(
    'SELECT max(change_id) AS last FROM class_changes WHERE company_id = $1 AND month = $2',
    [companyId, periodText(period)],
  );
  return rows[0]?.last ?? null;
}

interface Changing {
  readonly month: CompanyMonth;
  readonly change: ClassChange;
  readonly by: string;
}

/** Documents of any state: what is not sealed yet is declared once it is. */
const CHANGE = `WITH chosen AS MATERIALIZED (
    SELECT d.document_id, coalesce(own_class(d), '{}') || $9::jsonb AS income_class FROM documents d
    WHERE d.company_id = $1 AND d.environment = $2 AND d.posted_at >= $3 AND d.posted_at < $4 AND d.doc_type = ANY ($5)
      AND ($6::text IS NULL OR d.establishment = $6) AND ($7::text[] IS NULL OR d.external_ref = ANY ($7))),
  changed AS (
    INSERT INTO class_changes (company_id, changed_by, month, filter, income_class, documents)
    SELECT $1::uuid, $10::text, $8::text, $11::jsonb, $9::jsonb, count(*) FROM chosen RETURNING ${COLUMNS}),
  kept AS (
    INSERT INTO document_classes (company_id, document_id, change_id, income_class)
    SELECT $1, o.document_id, c.change_id, o.income_class FROM chosen o, changed c)
  SELECT * FROM changed`;

async function changeIn(client: Client, { month, change, by }: Changing): Promise<ClassRecord> {
  const { companyId, ambiente, period } = month;
  const { filter, given } = change;
  const { first, behind } = boundsOf(period);
  const { rows } = await client.query<ChangeRow>(CHANGE, [
    companyId,
    ambiente,
    new Date(localDayStartMs(first)),
    new Date(localDayStartMs(behind)),
    filter.types,
    filter.establishment,
    filter.references,
    periodText(period),
    JSON.stringify(storedClass(given) ?? {}),
    by,
    JSON.stringify(filter),
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error('a change of classes was not kept');
  return toRecord(row);
}

function toRecord(row: ChangeRow): ClassRecord {
  return {
    changeId: row.change_id,
    changedMs: Math.round(row.changed_ms),
    by: row.changed_by,
    filter: row.filter,
    given: classIn(row.income_class),
    documents: row.documents,
  };
}
