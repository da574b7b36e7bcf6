import type { DocumentSummary } from '../drafting/order.ts';
import type { SchemaGeneration, TipoDte } from '../dte/kinds.ts';
import type { DocumentId } from '../identifiers/document-id.ts';
import type { NumeroControl, PointOfIssue } from '../identifiers/official.ts';

/** A document as it was issued, and what names it in a report. */
export interface IssuedDocument {
  readonly documentId: DocumentId;
  readonly numeroControl: NumeroControl;
  readonly tipoDte: TipoDte;
  readonly generation: SchemaGeneration;
  readonly place: PointOfIssue;
  /** The day of its issue in El Salvador, `YYYY-MM-DD`. */
  readonly issuedOn: string;
  /** The official JSON but for its identification block. */
  readonly draft: string;
  readonly summary: DocumentSummary;
}
