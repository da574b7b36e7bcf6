import type { DocumentId } from '../../core/identifiers/document-id.ts';
import { isDocumentId } from '../../core/identifiers/document-id.ts';
import type { DeedKind, DeedSelection, DeedStore, RecordedUserDeed } from '../../operations/users/ports.ts';
import type { Client, Pool } from '../connection/pool.ts';
import { amongUsers, inCompany } from '../connection/transaction.ts';
import { msOf } from './rows.ts';

interface DeedRow {
  readonly deed_id: string;
  readonly happened_ms: number;
  readonly user_id: string | null;
  readonly user_name: string;
  readonly address: string;
  readonly deed: DeedKind;
  readonly document_id: DocumentId | null;
  readonly subject: string;
}

/** What users have done, which only grows. A company's record is written and read as that company. */
export function createUserDeeds(pool: Pool): DeedStore {
  const run = <T>(companyId: string | null, work: (client: Client) => Promise<T>) =>
    companyId === null ? amongUsers(pool, work) : inCompany(pool, companyId, work);
  return {
    async record({ companyId = null, by, deed, documentId = null, subject = '' }) {
      const values = [companyId, by.userId, by.userName, by.address, deed, documentId, subject];
      await run(companyId, (client) =>
        client.query(
          `INSERT INTO user_deeds (company_id, user_id, user_name, address, deed, document_id, subject)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
          values,
        ),
      );
    },
    async latest(companyId, selection) {
      const { rows } = await run(companyId, (client) =>
        client.query<DeedRow>(
          `SELECT deed_id, ${msOf('happened_at')} AS happened_ms, user_id, user_name, address, deed, document_id, subject
           FROM user_deeds
           WHERE company_id IS NOT DISTINCT FROM $1 AND ($2::uuid IS NULL OR user_id = $2)
             AND ($3::text IS NULL OR deed = $3) AND ($4::bigint IS NULL OR deed_id < $4)
             AND ($5::float8 IS NULL OR happened_at >= to_timestamp($5 / 1000))
           ORDER BY deed_id DESC LIMIT $6`,
          [companyId, ...valuesOf(selection), selection.most],
        ),
      );
      return rows.map((row) => toDeed(row, companyId));
    },
  };
}

function valuesOf({ userId, deed, before, since }: DeedSelection): readonly unknown[] {
  const user = userId !== undefined && isDocumentId(userId) ? userId : null;
  const last = before !== undefined && /^\d{1,18}$/.test(before) ? before : null;
  return [user, deed ?? null, last, since ?? null];
}

function toDeed(row: DeedRow, companyId: string | null): RecordedUserDeed {
  return {
    deedId: row.deed_id,
    companyId,
    happenedAt: row.happened_ms,
    by: { userId: row.user_id, userName: row.user_name, address: row.address },
    deed: row.deed,
    documentId: row.document_id,
    subject: row.subject,
  };
}
