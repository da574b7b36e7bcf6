import type { TipoDte } from '../../core/dte/kinds.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';

/** What earlier sales name. */
export type RememberedKind = 'customer' | 'product';

/** A customer or product of an earlier sale. */
export interface Remembered {
  /** The type of the document that names it. */
  readonly tipoDte: TipoDte;
  /** Names it among those of its kind and type: a UUID. */
  readonly item: string;
  /** Its name. */
  readonly title: string;
  /** The number of a customer, the code of a product; null for a product without one. */
  readonly code: string | null;
  /** The last document of the type that names it. */
  readonly documentId: DocumentId;
  /** The line that names it, from 1; 0 for a customer. */
  readonly line: number;
}

export interface RememberedSearch {
  readonly kind: RememberedKind;
  /** The types of documents whose customers or products are looked for; of one that several name, the first counts. */
  readonly types: readonly TipoDte[];
  /** The beginnings of some words of its name, number or code. */
  readonly text: string;
  readonly most: number;
}

/** Whom and what a company's earlier sales name. */
export interface RememberedReader {
  search(companyId: string, search: RememberedSearch): Promise<readonly Remembered[]>;
  /** Null where it is not, or no longer, remembered. */
  find(
    companyId: string,
    key: Pick<Remembered, 'tipoDte' | 'item'> & { readonly kind: RememberedKind },
  ): Promise<Remembered | null>;
}
