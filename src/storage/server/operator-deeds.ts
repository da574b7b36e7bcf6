import type { Deed, DeedReader, Deeds, RecordedDeed } from '../../operations/installation/ports.ts';
import { callForQueues, TOTAL } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';
import { query } from '../connection/transaction.ts';

interface DeedRow {
  readonly happened_ms: number;
  readonly login: string;
  readonly client_address: string | null;
  readonly os_user: string;
  readonly sudo_user: string | null;
  readonly host: string;
  readonly ssh_address: string | null;
  readonly command: string;
  readonly arguments: Deed['arguments'];
}

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
      const { rows } = await query<DeedRow>(pool, {
        text: `SELECT (extract(epoch FROM happened_at) * 1000)::float8 AS happened_ms, login, client_address, os_user,
                 sudo_user, host, ssh_address, command, arguments
               FROM operator_deeds ORDER BY deed_id DESC LIMIT $1`,
        values: [most],
      });
      return rows.map(toDeed);
    },
  };
}

/** The deeds of operators for the service, which sees them with the pass of the queues. */
export function createDeedReader(pool: Pool): DeedReader {
  return {
    async page({ most, before, command }) {
      const last = before !== undefined && /^\d{1,18}$/.test(before) ? before : null;
      const rows = await callForQueues<DeedRow & { readonly deed_id: string }>(pool, most, {
        text: `SELECT deed_id::text AS deed_id, (extract(epoch FROM happened_at) * 1000)::float8 AS happened_ms, login,
                 client_address, os_user, sudo_user, host, ssh_address, command, arguments
               FROM read_operator_deeds(${TOTAL}, $3, $4) AS d ORDER BY d.deed_id DESC`,
        values: [last, command ?? null],
      });
      return rows.map((row) => ({ ...toDeed(row), deedId: row.deed_id }));
    },
  };
}

function toDeed(row: DeedRow): RecordedDeed {
  return {
    happenedMs: row.happened_ms,
    login: row.login,
    clientAddress: row.client_address,
    osUser: row.os_user,
    sudoUser: row.sudo_user,
    host: row.host,
    sshAddress: row.ssh_address,
    command: row.command,
    arguments: row.arguments,
  };
}
