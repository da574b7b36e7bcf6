import type { LastRehearsals, RehearsalReader } from '../../operations/rehearsals/ports.ts';
import type { Pool } from '../connection/pool.ts';
import { inCompany, query } from '../connection/transaction.ts';
import { REHEARSAL_COLUMNS, type RehearsalRow, toRehearsal } from './rehearsal-store.ts';

/** The rehearsals, for the operator. The pool acts as `sello_operator`. */
export function createRehearsalReader(pool: Pool): RehearsalReader {
  return {
    async latest(companyId, generation) {
      const { rows } = await query<RehearsalRow>(pool, {
        text: `SELECT ${REHEARSAL_COLUMNS} FROM rehearsals
               WHERE company_id = $1 AND generation = $2 AND finished_at IS NOT NULL AND NOT failed
               ORDER BY finished_at DESC LIMIT 1`,
        values: [companyId, generation],
      });
      const [row] = rows;
      return row === undefined ? null : toRehearsal(row);
    },
  };
}

/** The last rehearsals for the service, which reads as the company. */
export function createLastRehearsals(pool: Pool): LastRehearsals {
  return {
    last: (companyId, generation) =>
      inCompany(pool, companyId, async (client) => {
        const { rows } = await client.query<RehearsalRow>(
          `SELECT ${REHEARSAL_COLUMNS} FROM rehearsals WHERE company_id = $1 AND generation = $2
           ORDER BY requested_at DESC LIMIT 1`,
          [companyId, generation],
        );
        const [row] = rows;
        return row === undefined ? null : toRehearsal(row);
      }),
  };
}
