import type { Branding } from '../core/company/company.ts';

/** The breadth of a roll of thermal paper, in millimetres. */
export type TicketWidth = 58 | 80;

export type PaperForm =
  | { readonly kind: 'letter' }
  | { readonly kind: 'ticket'; readonly widthMm: TicketWidth };

/** What has been done to a document since it was issued, as far as its paper must say so. */
export type Cancellation =
  | { readonly kind: 'none' }
  /** `sello` is the event's own seal; null while there is none, or where it was lost on the way. */
  | { readonly kind: 'invalidated'; readonly isSealed: boolean; readonly sello: string | null }
  /** A credit note takes the whole of it back. */
  | { readonly kind: 'credit_note' };

/** All that decides what a paper looks like: the same order gives the same bytes. */
export interface PaperOrder {
  readonly form: PaperForm;
  /** The delivery file: the signed document with its signature and, once there is one, its seal. */
  readonly delivery: string;
  /** Whether the authority has refused the document. */
  readonly isRejected: boolean;
  readonly cancellation: Cancellation;
  readonly branding: Branding;
}

/** Prints documents. */
export interface Press {
  /** A PDF. Rejects where it would take too long or too much memory, or too many others wait. */
  print(order: PaperOrder): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Reads how a company wants its paper to look. */
export interface BrandingReader {
  branding(companyId: string): Promise<Branding>;
}
