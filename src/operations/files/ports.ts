import type { Branding } from '../../core/company/company.ts';
import type { Explanation } from '../../core/explaining/explain.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { NumeroControl, SelloRecibido } from '../../core/identifiers/official.ts';

/** The breadth of a roll of thermal paper, in millimetres. */
export type TicketWidth = 58 | 80;

/** A document on letter paper or on a ticket. */
export type DocumentForm =
  | { readonly kind: 'letter' }
  | { readonly kind: 'ticket'; readonly widthMm: TicketWidth };

/** A document, or the event that took one back. */
export type PaperForm = DocumentForm | { readonly kind: 'event' };

/** What has been done to a document since it was issued, as far as its paper must say so. */
export type Cancellation =
  | { readonly kind: 'none' }
  /** `sello` is the event's own seal; null while there is none, or where it was lost on the way. */
  | { readonly kind: 'invalidated'; readonly isSealed: boolean; readonly sello: SelloRecibido | null }
  /** Credit notes leave nothing of it, for good once they are sealed; the document itself stands. */
  | { readonly kind: 'adjusted'; readonly notes: readonly AdjustingNote[] };

/** A credit note that is named on the paper of its CCF. */
export interface AdjustingNote {
  readonly numeroControl: NumeroControl;
  readonly isSealed: boolean;
}

/** All that decides what a paper looks like: the same order gives the same bytes. */
export interface PaperOrder {
  readonly form: PaperForm;
  /** The signed file: the document with its signature and, once there is one, its seal. */
  readonly signedFile: string;
  /** What is behind the authority's refusal of the document; null where it has not refused it. */
  readonly rejection: readonly Explanation[] | null;
  /** Set where nothing has been issued: the paper says on every page that it is worth nothing. */
  readonly isPreview?: true;
  readonly cancellation: Cancellation;
  readonly branding: Branding;
}

/** Prints documents. */
export interface Press {
  /** Names what the order gives: orders with the same name are printed alike, whichever node prints them. */
  nameOf(order: PaperOrder): string;
  /** A PDF; null where too many others wait. Rejects where it would take too long or too much memory. */
  print(order: PaperOrder, companyId: string): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** A sealed event as it is kept. */
export interface SealedEvent {
  readonly jws: string;
  /** Null where the authority has the event and its seal was lost on the way. */
  readonly sello: SelloRecibido | null;
}

/** Reads the events that took documents back. */
export interface EventReader {
  /** Null where no event of ours has invalidated the document. */
  sealedEvent(companyId: string, documentId: DocumentId): Promise<SealedEvent | null>;
  /** The bytes of the latest event that was signed for the document; null where none was. */
  latestEvent(companyId: string, documentId: DocumentId): Promise<string | null>;
}

/** Reads how a company wants its paper to look. */
export interface BrandingReader {
  branding(companyId: string): Promise<Branding>;
}

/** Reads the signed payload out of a JWS; null where it is none. */
export type PayloadOf = (jws: string) => string | null;

/** Signed bytes as they are kept. */
export interface KeptBytes {
  readonly jws: string;
  /** Hexadecimal, as it was kept beside them; null of bytes that were kept without. */
  readonly sha256: string | null;
}

/** The text of a JWS that one of these keys (SubjectPublicKeyInfo, DER) signed; null of every other. */
export type SignedBy = (publicKeys: readonly Uint8Array[]) => (jws: string) => string | null;

/** The keys that a company has ever signed with (SubjectPublicKeyInfo, DER). */
export interface PublicKeys {
  kept(companyId: string): Promise<readonly Uint8Array[]>;
  /** As they are now. */
  fresh(companyId: string): Promise<readonly Uint8Array[]>;
}

/** Looks at what is kept before it is delivered. */
export interface ArchiveGuard {
  /** The signed text; null where the bytes are not those of their hash, or the company did not sign them. */
  payload(companyId: string, bytes: KeptBytes): Promise<string | null>;
  /** Is told what is not delivered because this column of it is damaged. */
  withheld(companyId: string, documentId: DocumentId, column: string): void;
}

/** A file that is written while it is read. */
export interface StreamedFile {
  readonly companyId: string;
  readonly mediaType: string;
  readonly name: string;
  pieces(): AsyncIterable<Uint8Array>;
}
