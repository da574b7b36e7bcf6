import { DAY_MS } from '../../core/calendar/spans.ts';
import { classIn } from '../../core/declaring/given-class.ts';
import { instantsOf, periodOf, periodText } from '../../core/declaring/period.ts';
import { SERVICES } from '../../core/dte/item-types.ts';
import type { TipoDte } from '../../core/dte/kinds.ts';
import { EXPORTACION } from '../../core/dte/types/exportacion.ts';
import type { EstablishmentCode } from '../../core/identifiers/establishment-code.ts';
import type { Cents } from '../../core/money/decimal.ts';
import type {
  ClassChange,
  ClassFilter,
  ClassGroup,
  ClassRecord,
  ClassStore,
} from '../../operations/declarations/month-ports.ts';
import type { CompanyMonth } from '../../operations/declarations/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { columnsAfter } from '../connection/statement-time.ts';
import { inCompany } from '../connection/transaction.ts';
import { type StoredClass, storedClass } from '../documents/stored-class.ts';

interface ChangeRow {
  readonly change_id: string;
  readonly changed_ms: number;
  readonly changed_by: string;
  /** Changes from before there were all of them lack some. */
  readonly filter: Omit<ClassFilter, 'activityCode' | 'areUnclassed'> & Partial<ClassFilter>;
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
    count: (month, filter) =>
      inCompany(pool, month.companyId, (client) => countIn(client, chosenIn(month, filter))),
    groups: (month, filter) => groupsOf(pool, chosenIn(month, filter)),
    lastChange: (month) => inCompany(pool, month.companyId, (client) => lastChange(client, month)),
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

/** Documents of any state: what is not sealed yet is declared once it is. */
const CHOSEN = `d.company_id = $1 AND d.environment = $2 AND d.posted_at >= $3 AND d.posted_at < $4 AND d.doc_type = ANY ($5)
  AND ($6::text IS NULL OR d.establishment = $6) AND ($7::text[] IS NULL OR d.external_ref = ANY ($7))
  AND ($8::text IS NULL OR d.draft::json #>> '{emisor,codActividad}' = $8) AND (NOT $9 OR own_class(ROW(d.*)::documents) IS NULL)`;

const CHOOSE = `SELECT d.document_id, (coalesce(own_class(ROW(d.*)::documents), '{}') || $10::jsonb)::text AS income_class
  FROM documents d WHERE ${CHOSEN}`;

/**
 * Notes of closed months to which nobody gave codes have those of the CCFs that are changed: they keep the ones of before, as
 * codes of their own, be they none.
 */
const LEFT_AS_DECLARED = `SELECT d.document_id, coalesce(own_class(ROW(d.*)::documents), '{}')::text AS income_class
  FROM unnest($4::timestamptz[], $5::timestamptz[]) AS closed (since, until) JOIN documents d
    ON d.company_id = $1 AND d.environment = $2 AND d.adjusts = ANY ($3)
      AND d.posted_at >= closed.since AND d.posted_at < closed.until
  WHERE given_class(ROW(d.*)::documents) IS NULL`;

type Instants = ReturnType<typeof instantsOf>;

/** When the months behind one begin and end that are closed. */
async function closedBehind(
  client: Client,
  { companyId, ambiente, period }: CompanyMonth,
): Promise<readonly Instants[]> {
  const { rows } = await client.query<{ readonly month: string }>(
    'SELECT DISTINCT month FROM month_closings WHERE company_id = $1 AND environment = $2 AND month > $3',
    [companyId, ambiente, periodText(period)],
  );
  return rows.map(({ month }) => instantsOf(periodOf(`${month}-01`)));
}

interface Chosen {
  readonly month: CompanyMonth;
  readonly filter: ClassFilter;
  /** From one instant on and before another. */
  readonly sinceMs: number;
  readonly untilMs: number;
}

function valuesOf({ month, filter, sinceMs, untilMs }: Chosen): readonly unknown[] {
  const { types, establishment, references, activityCode, areUnclassed } = filter;
  return [
    month.companyId,
    month.ambiente,
    new Date(sinceMs),
    new Date(untilMs),
    types,
    establishment,
    references,
    activityCode,
    areUnclassed,
  ];
}

function chosenIn(month: CompanyMonth, filter: ClassFilter): Chosen {
  return { month, filter, ...instantsOf(month.period) };
}

/** Documents, each with all codes that it gets. */
interface Classed {
  readonly ids: readonly string[];
  readonly classes: readonly string[];
}

interface ClassedRow {
  readonly document_id: string;
  readonly income_class: string;
}

/** Everything is chosen before anything is written, and the record says how many there are. */
async function changeIn(
  client: Client,
  { month, change, by }: { readonly month: CompanyMonth; readonly change: ClassChange; readonly by: string },
): Promise<ClassRecord> {
  const { filter, given } = change;
  const codes = JSON.stringify(storedClass(given) ?? {});
  const closed = await closedBehind(client, month);
  const parts: Classed[] = [];
  let documents = 0;
  for (const day of daysOf(chosenIn(month, filter))) {
    const { rows } = await client.query<ClassedRow>(CHOOSE, [...valuesOf(day), codes]);
    documents += rows.length;
    parts.push(classedIn(rows));
    const left = closed.length === 0 ? [] : await leftAsDeclared(client, month, { rows, closed });
    parts.push(classedIn(left));
  }
  const { rows } = await client.query<ChangeRow>(
    columnsAfter(
      `INSERT INTO class_changes (company_id, changed_by, month, filter, income_class, documents)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING *`,
      COLUMNS,
    ),
    [month.companyId, by, periodText(month.period), JSON.stringify(filter), codes, documents],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a change of classes was not kept');
  for (const { ids, classes } of parts)
    await client.query(
      `INSERT INTO document_classes (company_id, document_id, change_id, income_class)
       SELECT c.company_id, o.document_id, c.change_id, o.income_class::jsonb
       FROM class_changes c CROSS JOIN unnest($3::uuid[], $4::text[]) AS o (document_id, income_class)
       WHERE c.company_id = $1 AND c.change_id = $2`,
      [month.companyId, row.change_id, ids, classes],
    );
  return toRecord(row);
}

async function leftAsDeclared(
  client: Client,
  { companyId, ambiente }: CompanyMonth,
  { rows, closed }: { readonly rows: readonly ClassedRow[]; readonly closed: readonly Instants[] },
): Promise<readonly ClassedRow[]> {
  const left = await client.query<ClassedRow>(LEFT_AS_DECLARED, [
    companyId,
    ambiente,
    rows.map((row) => row.document_id),
    closed.map(({ sinceMs }) => new Date(sinceMs)),
    closed.map(({ untilMs }) => new Date(untilMs)),
  ]);
  return left.rows;
}

/** Equal codes are one text, because there may be hundreds of thousands of documents. */
function classedIn(rows: readonly ClassedRow[]): Classed {
  const texts = new Map(rows.map((row) => [row.income_class, row.income_class]));
  return {
    ids: rows.map((row) => row.document_id),
    classes: rows.map((row) => texts.get(row.income_class) ?? row.income_class),
  };
}

async function countIn(client: Client, whole: Chosen): Promise<number> {
  let documents = 0;
  for (const day of daysOf(whole)) {
    const { rows } = await client.query<{ readonly documents: number }>(
      `SELECT count(*)::int AS documents FROM documents d WHERE ${CHOSEN}`,
      [...valuesOf(day)],
    );
    documents += rows[0]?.documents ?? 0;
  }
  return documents;
}

/** A statement for each day: months of hundreds of thousands of documents take longer than one may. */
function daysOf(whole: Chosen): readonly Chosen[] {
  const days: Chosen[] = [];
  for (let { sinceMs } = whole; sinceMs < whole.untilMs; sinceMs += DAY_MS)
    days.push({ ...whole, sinceMs, untilMs: sinceMs + DAY_MS });
  return days;
}

interface GroupRow {
  readonly doc_type: TipoDte;
  readonly establishment: EstablishmentCode;
  readonly activity: string | null;
  readonly item_type: string | null;
  readonly own: StoredClass | null;
  readonly documents: number;
  readonly cents: string;
}

const GROUPS = `SELECT d.doc_type, d.establishment, d.draft::json #>> '{emisor,codActividad}' AS activity,
    CASE WHEN d.doc_type = '${EXPORTACION.code}' THEN d.draft::json #>> '{emisor,tipoItemExpor}' END AS item_type,
    nullif(own_class(ROW(d.*)::documents), '{}') AS own, count(*)::int AS documents, sum(cents(d.summary ->> 'amountGross'))::text AS cents
  FROM documents d WHERE ${CHOSEN} GROUP BY 1, 2, 3, 4, 5`;

/** A transaction for each day, so that the node serves others between two of them. */
async function groupsOf(pool: Pool, whole: Chosen): Promise<readonly ClassGroup[]> {
  const groups = new Map<string, ClassGroup>();
  for (const day of daysOf(whole)) {
    const { rows } = await inCompany(pool, whole.month.companyId, (client) =>
      client.query<GroupRow>(GROUPS, [...valuesOf(day)]),
    );
    for (const row of rows) {
      const { documents, cents, ...alike } = row;
      const key = JSON.stringify(alike);
      const before = groups.get(key);
      groups.set(key, before === undefined ? toGroup(row) : added(before, documents, BigInt(cents)));
    }
  }
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group);
}

function added(group: ClassGroup, documents: number, cents: Cents): ClassGroup {
  return { ...group, documents: group.documents + documents, cents: group.cents + cents };
}

function toGroup(row: GroupRow): ClassGroup {
  return {
    tipoDte: row.doc_type,
    establishment: row.establishment,
    activityCode: row.activity ?? '',
    exportsServices: row.doc_type === EXPORTACION.code ? row.item_type === String(SERVICES) : null,
    own: row.own === null ? null : classIn(row.own),
    documents: row.documents,
    cents: BigInt(row.cents),
  };
}

function toRecord(row: ChangeRow): ClassRecord {
  return {
    changeId: row.change_id,
    changedMs: Math.round(row.changed_ms),
    by: row.changed_by,
    filter: { activityCode: null, areUnclassed: false, ...row.filter },
    given: classIn(row.income_class),
    documents: row.documents,
  };
}
