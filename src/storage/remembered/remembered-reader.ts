import { isDocumentId } from '../../core/identifiers/document-id.ts';
import type { Remembered, RememberedReader } from '../../operations/remembered/ports.ts';
import { COMPANY, callForCompany } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';

/** How many of the rows that the longest word leads to are looked at, of each type. */
const LOOKED = 2_000;

const COLUMNS = 'doc_type AS "tipoDte", item, title, code, document_id AS "documentId", line';

/** Whom and what earlier sales name, in PostgreSQL. The pool acts as the service. */
export function createRememberedReader(pool: Pool): RememberedReader {
  return {
    search: (companyId, { kind, types, text, most }) =>
      callForCompany<Remembered>(pool, companyId, {
        name: 'search-remembered',
        text: `SELECT ${COLUMNS} FROM search_remembered(${COMPANY}, $3, $4, $5, ${LOOKED}, $6)`,
        values: [kind, types, text, most],
      }),
    async find(companyId, { kind, tipoDte, item }) {
      if (!isDocumentId(item)) return null;
      const [found = null] = await callForCompany<Remembered>(pool, companyId, {
        name: 'find-remembered',
        text: `SELECT ${COLUMNS} FROM find_remembered(${COMPANY}, $3, $4, $5)`,
        values: [kind, tipoDte, item],
      });
      return found;
    },
  };
}
