import type { DeedReader, Deeds, RecordedDeed } from '../../operations/installation/ports.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';
import { query } from '../connection/transaction.ts';

const COLUMNS = `(extract(epoch FROM happened_at) * 1000)::float8 AS "happenedMs", login,
  client_address AS "clientAddress", os_user AS "osUser", sudo_user AS "sudoUser", host, ssh_address AS "sshAddress",
  command, arguments`;

/** What was done as the operator, which only grows. The pool acts as `sello_operator`. */
export function createDeeds(pool: Pool): Deeds {
  return {
    async record({ osUser, sudoUser, host, sshAddress, command, ...deed }) {
      await query(pool, {
        text: `INSERT INTO operator_deeds (os_user, sudo_user, host, ssh_address, command, arguments)
               VALUES ($1, $2, $3, $4, $5, $6)`,
        values: [osUser, sudoUser, host, sshAddress, command, JSON.stringify(deed.arguments)],
      });
    },
    async latest(most) {
      const text = `SELECT ${COLUMNS} FROM operator_deeds ORDER BY deed_id DESC LIMIT $1`;
      return (await query<RecordedDeed>(pool, { text, values: [most] })).rows;
    },
  };
}

/** The deeds of operators for the service, which sees them with the pass of the queues. */
export function createDeedReader(pool: Pool): DeedReader {
  return {
    page({ most, before, command }) {
      const last = before !== undefined && /^\d{1,18}$/.test(before) ? before : null;
      return callForQueues<RecordedDeed & { readonly deedId: string }>(pool, most, {
        text: `SELECT ${COLUMNS}, deed_id::text AS "deedId"
               FROM read_operator_deeds(${TOTAL}, $3, $4) AS d ORDER BY d.deed_id DESC`,
        values: [last, command ?? null],
      });
    },
  };
}
