import { parseDocumentId } from '../../core/identifiers/document-id.ts';
import type { AdjustableCcf, StandingReader } from '../../operations/credit-notes/ports.ts';
import { callFunction } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';
import { type RecordRow, toRecord } from './document-rows.ts';
import { type StandingRow, toStanding } from './standing.ts';

/** What the function `read_note_ground` answers. */
interface GroundRow {
  readonly existing: RecordRow | null;
  readonly ccf: CcfRow | null;
}

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
      const [row] = await callFunction<{ readonly standing: StandingRow }>(pool, {
        name: 'standing-of',
        text: 'SELECT read_standing($1, $2) AS standing',
        values: [companyId, documentId],
      });
      return toStanding(row?.standing ?? { invalidation: null, notes: [] });
    },
    async noteGround(companyId, externalRef, ccf) {
      const [row] = await callFunction<{ readonly ground: GroundRow }>(pool, {
        name: 'note-ground',
        text: 'SELECT read_note_ground($1, $2, $3, $4) AS ground',
        values: [companyId, externalRef, ccf === null ? null : parseDocumentId(ccf), ccf],
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
