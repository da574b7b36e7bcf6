import type { Ambiente } from '../../core/dte/kinds.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { DeliveryKind } from '../deliveries/ports.ts';

/**
 * What may have gone wrong with a document besides its own verdict. `mail`: a message that nobody tries again;
 * `put_aside`: the background has left it, or its invalidation, alone; `invalidation_rejected`: it is valid again.
 */
export const TROUBLE_KINDS = ['mail', 'put_aside', 'invalidation_rejected'] as const;
export type TroubleKind = (typeof TROUBLE_KINDS)[number];

/** Where an entry stands in its list, newest first. */
export interface AttentionKey {
  /** In microseconds since the epoch, as text. */
  readonly us: string;
  readonly documentId: DocumentId;
  /** That of a message; empty for the rest. */
  readonly address: string;
}

export interface Trouble {
  readonly key: AttentionKey;
  readonly documentId: DocumentId;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** The message that failed; null where the trouble is no message. */
  readonly mail: { readonly kind: DeliveryKind; readonly address: string; readonly error: string } | null;
  /** Whether it is the document's invalidation that was put aside or rejected. */
  readonly isOfInvalidation: boolean;
}

export interface TroubleQuery {
  readonly ambiente: Ambiente;
  /** Older ones are left out, in milliseconds since the epoch; what was put aside never is. */
  readonly sinceMs: number;
  readonly after: AttentionKey | null;
  readonly limit: number;
}

/** Finds what of a company needs somebody, by indexes that hold nothing else. */
export interface AttentionReader {
  troubles(companyId: string, kind: TroubleKind, query: TroubleQuery): Promise<readonly Trouble[]>;
  /** How many of each kind there are, `limit` at the most, all in one look. */
  counts(
    companyId: string,
    query: Omit<TroubleQuery, 'after'>,
  ): Promise<Readonly<Record<TroubleKind, number>>>;
}
