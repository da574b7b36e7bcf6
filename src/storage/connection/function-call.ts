import type { QueryResultRow } from 'pg';
import { hadCancelledWait, inTime } from './commit-wait.ts';
import { type Client, type Pool, QUEUES } from './pool.ts';
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

/** PostgreSQL text can hold neither NUL nor half a character, and what the authority wrote is kept whatever it holds. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
