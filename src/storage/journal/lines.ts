import type { Contingencia } from '../../core/dte/contingencia.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { CodigoGeneracion, NumeroControl } from '../../core/identifiers/official.ts';
import type { Rejection, Stamp } from '../../operations/authority/ports.ts';
import type { DocumentRecord } from '../../operations/documents/ports.ts';
import type { AdjustedColumns } from '../documents/numbering.ts';
import type { StoredClass } from '../documents/stored-class.ts';

/** One thing that a node has done to a document, as one line of JSON in its journal. */
export interface JournalLine {
  /** On the node's clock, milliseconds since the epoch. */
  readonly atMs: number;
  readonly companyId: string;
  readonly documentId: DocumentId;
  /** The fence of the lease under which it was done; what has the higher one came later. */
  readonly fence: string;
  readonly entry: JournalEntry;
}

export type JournalEntry =
  | { readonly kind: 'document'; readonly document: JournalDocument }
  /** Signed bytes: sent right after this, or kept. */
  | {
      readonly kind: 'attempt';
      readonly number: number;
      readonly sent: boolean;
      readonly codigoGeneracion: CodigoGeneracion;
      readonly payloadHash: string;
      readonly jws: string;
      readonly contingencia: Contingencia | null;
    }
  /** The same bytes again. */
  | { readonly kind: 'resend'; readonly number: number }
  /** The number is another system's; nothing with it can be stamped any more. */
  | { readonly kind: 'renumbered'; readonly from: NumeroControl; readonly to: NumeroControl }
  | { readonly kind: 'closed'; readonly number: number; readonly outcome: 'not_delivered' | 'absent' }
  | {
      readonly kind: 'stamped';
      readonly number: number;
      readonly stamp: Stamp;
      readonly status: number;
      readonly body: string;
    }
  | {
      readonly kind: 'rejected';
      readonly number: number;
      readonly rejection: Rejection;
      readonly status: number;
      readonly body: string;
    };

/** A document as whoever holds its lease has it. */
export interface JournalDocument {
  readonly record: DocumentRecord;
  readonly draft: string;
  /** What is known where it was claimed; null where it was only taken up again. */
  readonly claimed: {
    readonly fiscalYear: number;
    /** The scope of its series. */
    readonly scope: string;
    readonly adjusts: string | null;
    readonly adjusted: AdjustedColumns;
    readonly redirectEmail: string | null;
    readonly redirectWhatsapp: string | null;
    /** Not in the lines of earlier versions. */
    readonly incomeClass?: StoredClass | null;
  } | null;
}

/** The line of a text; null for one that a crash cut off, and for what no version of Sello wrote. */
export function readLine(text: string): JournalLine | null {
  try {
    const value: unknown = JSON.parse(text);
    return isLine(value) ? value : null;
  } catch {
    return null;
  }
}

function isLine(value: unknown): value is JournalLine {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['atMs', 'companyId', 'documentId', 'fence', 'entry'].every((name) => name in value)
  );
}
