import { parseDocumentId } from '../../core/identifiers/document-id.ts';
import type { AdjustableCcf, StandingReader } from '../../operations/credit-notes/ports.ts';
import { COMPANY, callForCompany } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';
import { type RecordRow, toRecord } from './document-rows.ts';
import { type StandingRow, toStanding } from './standing.ts';

interface CcfRow {
  readonly record: RecordRow;
  readonly standing: StandingRow;
  readonly mark: string;
  readonly jws: string | null;
}

/** Reads the standing of documents in PostgreSQL, without a lock. */
export function createStandingReader(pool: Pool): StandingReader {
  return {
    async standing(companyId, documentId) {
      const [row] = await callForCompany<{ readonly standing: StandingRow }>(pool, companyId, {
        name: 'standing-of',
        text: `SELECT read_standing(${COMPANY}, $3) AS standing`,
        values: [documentId],
      });
      return toStanding(row?.standing ?? { invalidation: null, notes: [] });
    },
    async noteGround(companyId, externalRef, ccf) {
      const [row] = await callForCompany<{
        readonly ground: { readonly existing: RecordRow | null; readonly ccf: CcfRow | null };
      }>(pool, companyId, {
        name: 'note-ground',
        text: `SELECT read_note_ground(${COMPANY}, $3, $4, $5) AS ground`,
        values: [externalRef, ccf === null ? null : parseDocumentId(ccf), ccf],
      });
      const { existing = null, ccf: found = null } = row?.ground ?? {};
      return {
        existing: existing === null ? null : toRecord(existing),
        ccf: found === null ? null : toCcf(found),
      };
    },
  };
}

function toCcf({ record, standing, mark, jws }: CcfRow): AdjustableCcf {
  return { record: toRecord(record), standing: toStanding(standing), mark, jws };
}
