import { foldText } from '../../catalogs/fold.ts';
import type { TipoDte } from '../../core/dte/kinds.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import { referencesNamedBy } from '../../core/identifiers/external-ref.ts';
import type {
  DocumentLister,
  ListedState,
  Selection,
  SelectionTotal,
} from '../../operations/listings/ports.ts';
import { COMPANY, callForCompany } from '../connection/function-call.ts';
import type { Pool } from '../connection/pool.ts';
import { toView, type ViewRow } from '../documents/document-view.ts';
import { findByReference } from '../documents/find-record.ts';

/** A page as the function `list_documents` tells it. */
interface PageRow {
  readonly documents: readonly ViewRow[];
  readonly next_us: string | null;
  readonly next_id: DocumentId | null;
}

/** Totals of documents of one type and state. */
export interface TotalRow {
  readonly doc_type: TipoDte;
  readonly state: ListedState;
  readonly documents: string | number;
  readonly taxable: string;
  readonly vat: string;
  readonly gross: string;
  readonly retention: string;
  readonly total: string;
}

/** Lists documents in PostgreSQL, without a lock. `installationMails`: whether there is a mail server for every company. */
export function createDocumentLister(pool: Pool, installationMails: boolean): DocumentLister {
  return {
    async page(companyId, query) {
      const { after, newestFirst, limit, withStanding, withDelivery } = query;
      const [row] = await callForCompany<{ readonly page: PageRow }>(pool, companyId, {
        name: 'list-documents',
        text: `SELECT list_documents(${COMPANY}, $3, $4, $5, $6, $7, $8, $9) AS page`,
        values: [
          await filterOf(pool, companyId, query.selection),
          after?.us ?? null,
          after?.documentId ?? null,
          newestFirst,
          limit,
          withStanding,
          withDelivery,
        ],
      });
      if (row === undefined) throw new Error('a list was left unanswered');
      const { documents, next_us: us, next_id: documentId } = row.page;
      return {
        views: documents.map((document) => toView(document, installationMails)),
        next: us === null || documentId === null ? null : { us, documentId },
      };
    },
    async totals(companyId, selection) {
      const rows = await callForCompany<TotalRow>(pool, companyId, {
        name: 'total-documents',
        text: `SELECT * FROM total_documents(${COMPANY}, $3)`,
        values: [await filterOf(pool, companyId, selection)],
      });
      return rows.map(toTotal);
    },
  };
}

export function toTotal(row: TotalRow): SelectionTotal {
  return {
    tipoDte: row.doc_type,
    state: row.state,
    documents: Number(row.documents),
    taxable: BigInt(row.taxable),
    vat: BigInt(row.vat),
    gross: BigInt(row.gross),
    retention: BigInt(row.retention),
    total: BigInt(row.total),
  };
}

/** The fields of the type `list_filter`; how a customer's numbers are written there says `document_search` in search.sql. */
async function filterOf(pool: Pool, companyId: string, selection: Selection): Promise<string> {
  const { sinceMs, untilMs, customer, nit, nrc, dui, leastCents, mostCents } = selection;
  return JSON.stringify({
    environment: selection.ambiente,
    since_at: sinceMs === null ? null : new Date(sinceMs).toISOString(),
    until_at: untilMs === null ? null : new Date(untilMs).toISOString(),
    doc_types: selection.types,
    states: selection.states,
    establishment: selection.establishment,
    point_of_sale: selection.pointOfSale,
    customer: customer === null ? null : foldText(customer),
    nit: nit === null ? null : `nit ${nit}`,
    nrc: nrc === null ? null : `nrc ${nrc}`,
    dui: dui === null ? null : `dui ${dui}`,
    amount_min: leastCents === null ? null : String(leastCents),
    amount_max: mostCents === null ? null : String(mostCents),
    control_number: selection.controlNumber,
    generation_code: selection.generationCode,
    reception_stamp: selection.receptionStamp,
    external_ref: await referenceOf(pool, companyId, selection.externalRef),
    invalidated: selection.invalidated,
    adjusted: selection.adjusted,
    contingency: selection.contingency,
  });
}

/** The reference that the text names a document by: where it names two, the one that is there. */
async function referenceOf(pool: Pool, companyId: string, text: string | null): Promise<string | null> {
  const [first = null, second = null] = text === null ? [] : referencesNamedBy(text);
  if (first === null || second === null) return first;
  return (await findByReference(pool, companyId, first)) === null ? second : first;
}
