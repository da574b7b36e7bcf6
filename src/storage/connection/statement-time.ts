/**
 * What changes rows takes the time from `statement_timestamp()`: all that one statement writes bears the same instant, and a
 * database that hands statements on to other servers takes none whose time is another one for each row. Such a database
 * takes no time in a CASE, and none in RETURNING, either.
 */

/** SQL of the time of the statement where a condition on its parameters holds, and of null where it does not. */
export function timeWhere(condition: string): string {
  return `statement_timestamp() + CASE WHEN ${condition} THEN interval '0' END`;
}

/** A row of FROM whose `clock.now` is the time of the statement, for what depends on the row that is changed. */
export const CLOCK = '(SELECT statement_timestamp() AS now) AS clock';

/**
 * SQL of the instant of a column, and a span after it, in which a day has 24 hours. By itself the sum depends on the session's
 * time zone, in which one may have 23.
 */
export function afterInstant(instant: string, span: string): string {
  return `(${instant} AT TIME ZONE 'UTC' + ${span}) AT TIME ZONE 'UTC'`;
}

/** A statement that changes rows and ends with what RETURNING names, with these columns of its rows, ages among them. */
export function columnsAfter(change: string, columns: string): string {
  return `WITH changed AS (${change}) SELECT ${columns} FROM changed`;
}
