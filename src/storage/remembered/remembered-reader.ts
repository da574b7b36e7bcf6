import type { TipoDte } from '../../core/dte/kinds.ts';
import { type DocumentId, isDocumentId } from '../../core/identifiers/document-id.ts';
import type { Remembered, RememberedReader } from '../../operations/remembered/ports.ts';
import { COMPANY, callForCompany } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';

/** How many of the rows that the longest word leads to are looked at, of each type. */
const LOOKED = 2_000;

interface RememberedRow {
  readonly doc_type: TipoDte;
  readonly item: string;
  readonly title: string;
  readonly code: string | null;
  readonly document_id: DocumentId;
  readonly line: number;
}

/** Whom and what earlier sales name, in PostgreSQL. The pool acts as the service. */
export function createRememberedReader(pool: Pool): RememberedReader {
  return {
    async search(companyId, { kind, types, text, most }) {
      const rows = await callForCompany<RememberedRow>(pool, companyId, {
        name: 'search-remembered',
        text: `SELECT * FROM search_remembered(${COMPANY}, $3, $4, $5, ${LOOKED}, $6)`,
        values: [kind, types, text, most],
      });
      return rows.map(toRemembered);
    },
    async find(companyId, { kind, tipoDte, item }) {
      if (!isDocumentId(item)) return null;
      const [row] = await callForCompany<RememberedRow>(pool, companyId, {
        name: 'find-remembered',
        text: `SELECT * FROM find_remembered(${COMPANY}, $3, $4, $5)`,
        values: [kind, tipoDte, item],
      });
      return row === undefined ? null : toRemembered(row);
    },
  };
}

function toRemembered(row: RememberedRow): Remembered {
  return {
    tipoDte: row.doc_type,
    item: row.item,
    title: row.title,
    code: row.code,
    documentId: row.document_id,
    line: row.line,
  };
}
