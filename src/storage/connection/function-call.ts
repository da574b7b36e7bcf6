import type { QueryResultRow } from 'pg';
import { hadCancelledWait, inTime } from './commit-wait.ts';
import { type Client, type PassOf, type Pool, QUEUES } from './pool.ts';
import { isRepeatable, repeated, type Statement, sqlState, UnansweredCommit } from './transaction.ts';

/**
 * Calls a function of the schema that names its own role and company: one statement, which is a transaction of its own.
 * A deadlock or serialization failure is repeated. Throws what the server says, and UnansweredCommit where it did not
 * say whether the call happened.
 */
export function callFunction<R extends QueryResultRow>(
  pool: Pool,
  statement: Statement,
): Promise<readonly R[]> {
  return repeated(async () => {
    const client = await pool.connect();
    const answer = await answerTo<R>(client, statement);
    client.release(answer.broken);
    if (answer.kind === 'rows') return answer.rows;
    throw answer.error;
  });
}

/** The first argument of a function that acts for a company, in the text of `callForCompany`. */
export const COMPANY = 'enter_company($1, $2)';

/** Calls a function for one company; the statement's own values are `$3` and those after it. */
export function callForCompany<R extends QueryResultRow>(
  pool: Pool,
  companyId: string,
  { values = [], ...statement }: Statement,
): Promise<readonly R[]> {
  return callFunction(pool, { ...statement, values: [companyId, pool.passOf(companyId), ...values] });
}

/** The first argument of a function that looks across companies, in the text of `callForQueues`. */
export const TOTAL = 'enter_queues($1, $2)';

/** Calls a function that looks across companies for so many rows; the statement's own values are `$3` and those after it. */
export function callForQueues<R extends QueryResultRow>(
  pool: Pool,
  total: number,
  { values = [], ...statement }: Statement,
): Promise<readonly R[]> {
  return callFunction(pool, { ...statement, values: [total, pool.passOf(QUEUES), ...values] });
}

type Answer<R> =
  | { readonly kind: 'rows'; readonly rows: readonly R[]; readonly broken?: undefined }
  | { readonly kind: 'failed'; readonly error: unknown; readonly broken?: Error | undefined };

/** `broken` is why the connection is of no more use. */
async function answerTo<R extends QueryResultRow>(client: Client, statement: Statement): Promise<Answer<R>> {
  const { values = [], ...named } = statement;
  try {
    const { rows } = await inTime(client.query<R>({ ...named, values: [...values] }));
    if (!hadCancelledWait(client)) return { kind: 'rows', rows };
    return { kind: 'failed', error: new UnansweredCommit('the call did not wait for the standby') };
  } catch (cause) {
    if (sqlState(cause) !== null && !isConnectionLost(cause)) return { kind: 'failed', error: cause };
    const error = new UnansweredCommit('the call was not answered', { cause });
    return { kind: 'failed', error, broken: error };
  }
}

/** Class 57P: the server ends, or an administrator ended the connection; the statement may have been committed. */
function isConnectionLost(error: unknown): boolean {
  return !isRepeatable(error) && /^(57P|08)/.test(sqlState(error) ?? '');
}

/** As the driver wants it. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** What a function is told of one document. */
export interface PhaseItem {
  readonly companyId: string;
  /** Its fields by the names of the function's record; those of `undefined` and null are null there. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** A long text that the fields refer to by its place, from 1. */
  readonly text: string;
}

export interface Phase {
  /** The function's name; its arguments are the company, the items and the texts. */
  readonly name: string;
  /** Further arguments, as SQL text for `$4` on, with their values. */
  readonly more?: { readonly text: string; readonly values: readonly unknown[] };
  /** What is found once for all companies: further columns, and where they come from. */
  readonly once?: { readonly columns: string; readonly from: string };
}

/**
 * Calls the function of a phase for the items of many companies in one statement and one transaction. `place` of a row is
 * the item's in `items`. Throws what `callFunction` throws.
 */
export function callPhase<R extends QueryResultRow>(
  pool: Pool,
  phase: Phase,
  items: readonly PhaseItem[],
): Promise<readonly R[]> {
  return callFunction<R>(pool, phaseStatement(phase, items, pool.passOf));
}

/**
 * The function of a phase once for each company. The companies come in one order everywhere, so that the batches of two
 * nodes do not wait for each other in a circle; the items of a company keep theirs. Without `passOf` the transaction has
 * entered the company already.
 */
export function phaseStatement(
  { name, more, once }: Phase,
  items: readonly PhaseItem[],
  passOf: PassOf | null,
): NamedStatement {
  const byCompany = Map.groupBy(items.keys(), (place) => items[place]?.companyId ?? '');
  const companies = [...byCompany.keys()].sort();
  const groups = companies.map((companyId) =>
    JSON.stringify(
      byCompany.get(companyId)?.map((place) => ({ place, long_text: place + 1, ...items[place]?.fields })),
    ),
  );
  const texts = items.map(({ text }) => text);
  const { values = [] } = more ?? {};
  const passes = values.length + 4;
  return {
    name,
    text: `SELECT f.*${once?.columns ?? ''} FROM ${DURABLE} ${once?.from ?? ''}
             unnest(${unread('$1::uuid[]')}, ${unread('$2::text[]')}, ${unread(`$${passes}::text[]`)})
               AS company (id, items, pass),
             ${name}(enter_company(company.id, company.pass), company.items::json, $3${more?.text ?? ''}) AS f`,
    values: [
      `{${companies.join(',')}}`,
      textArray(groups),
      textArray(texts),
      ...values,
      companies.map((companyId) => passOf?.(companyId) ?? null),
    ],
  };
}

/**
 * An array whose length the planner does not read: a plan for any length then costs no more than one for this length, so
 * that PostgreSQL keeps it. Planning anew took a quarter of the time of a phase (docs/performance.md).
 */
const unread = (array: string) => `(SELECT ${array})`;

/** What the statement commits is on the disk, and on the standby where there is one, whatever the server's default is. */
const DURABLE = `(SELECT set_config('synchronous_commit', 'on', true)) AS durable,`;

const TEXT_OID = 25;
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;

/**
 * A `text[]` of one dimension in PostgreSQL's binary format (its documentation, `array_recv`): the texts go over as they
 * are, where the textual format escapes every quotation mark of a document twice.
 */
export function textArray(texts: readonly string[]): Buffer {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const buffer = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size + LENGTH_BYTES, HEADER_BYTES));
  for (const [index, word] of [1, 0, TEXT_OID, texts.length, 1].entries())
    buffer.writeInt32BE(word, index * LENGTH_BYTES);
  let at = HEADER_BYTES;
  for (const [index, text] of texts.entries()) {
    at = buffer.writeInt32BE(sizes[index] ?? 0, at);
    at += buffer.write(text, at);
  }
  return buffer;
}

/** PostgreSQL text can hold neither NUL nor half a character, and what the authority wrote is kept whatever it holds. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
