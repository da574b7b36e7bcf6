import { createDatabase } from '../support/database.ts';
import { type DrillPostgres, openPool } from './postgres.ts';

/**
 * A database on a server of the test run, for the short form of a drill that lets its database alone: it is there at once, and
 * nothing waits for a disk. A server of its own takes longer to start than such a drill to run.
 */
export async function clonedDatabase(): Promise<DrillPostgres> {
  const { url, drop } = await createDatabase('PostgreSQL 18');
  const pool = openPool(url);
  const refuse = () => Promise.reject(new Error('others use the servers of the test run'));
  return {
    url,
    environment: { SELLO_DURABLE_WITHOUT: 'fsync,full_page_writes' },
    crash: refuse,
    replace: refuse,
    sql: async (text, values = []) => (await pool.query(text, [...values])).rows,
    async close() {
      await pool.end();
      await drop();
    },
  };
}
