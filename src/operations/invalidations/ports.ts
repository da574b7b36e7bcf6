import type { DocumentStanding } from '../../core/adjusting/standing.ts';
import type { InvalidacionIdentity } from '../../core/dte/invalidacion.ts';
import type { Ambiente, SchemaGeneration } from '../../core/dte/kinds.ts';
import type { SaidRejection } from '../../core/explaining/statement.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { CodigoGeneracion, SelloRecibido } from '../../core/identifiers/official.ts';
import type { SentBytes } from '../../core/submitting/attempt.ts';
import type { InvalidationState } from '../../core/submitting/states.ts';
import type { ConsultQuery, RawAnswer, Rejected, Stamp, Submission, Unsent } from '../authority/ports.ts';
import type { TakeRequest, Taking } from '../background/ports.ts';
import type { DocumentRecord, Lease, Silence } from '../documents/ports.ts';
import type { SendingStore } from '../sending/ports.ts';

/** A signed event on its way, with its own code. */
export interface InvalidationSubmission extends Omit<Submission, 'tipoDte' | 'generation'> {
  /** The document that it invalidates. */
  readonly invalidated: ConsultQuery;
}

/**
 * What the authority said to an event; everything without a recognised verdict is `silent`. `already` tells a rejection
 * because the document is invalidated (015), or because the event's own code is known (004), from any other.
 */
export type InvalidationAnswer =
  | { readonly kind: 'sealed'; readonly stamp: Stamp; readonly raw: RawAnswer }
  | ({ readonly kind: 'rejected'; readonly already: 'invalidated' | 'registered' | null } & Rejected)
  | { readonly kind: 'silent'; readonly reason: string; readonly raw: RawAnswer | null }
  | Unsent;

/** The authority's service for invalidations. No call throws for anything the authority or the network does. */
export interface InvalidationAuthority {
  invalidate(submission: InvalidationSubmission): Promise<InvalidationAnswer>;
  /** Whether the authority, asked about a document, says anything of its own, be it that it is invalidated. */
  speaksOf(query: ConsultQuery): Promise<boolean>;
}

/** The invalidation of a document as it stands. */
export interface InvalidationRecord
  extends SaidRejection,
    Pick<DocumentRecord, 'generation' | 'codigoGeneracion'> {
  readonly state: InvalidationState;
  /** Null without a seal, also where the authority has it and the seal was lost on the way. */
  readonly selloRecibido: SelloRecibido | null;
}

/** What an invalidation is made of: its document as it was stamped, and what has been done to that since. */
export interface InvalidationSubject {
  /** The document's JSON without its identification. */
  readonly draft: string;
  /** When the authority sealed it, milliseconds since the epoch; null without a seal. */
  readonly sealedMs: number | null;
  readonly standing: DocumentStanding;
  readonly invalidation: InvalidationRecord | null;
}

/** An event as a request wants it. */
export interface NewInvalidation {
  readonly generation: SchemaGeneration;
  readonly codigoGeneracion: CodigoGeneracion;
  /** Date and time of the event, milliseconds since the epoch. */
  readonly requestedMs: number;
  readonly draft: string;
}

export interface RegisterRequest {
  readonly companyId: string;
  readonly documentId: DocumentId;
  /** Null where the request names none, or none that could be sent. */
  readonly event: NewInvalidation | null;
  /** Whether the request has a will of its own, so that what waits goes on in its place only if it may have arrived. */
  readonly hasOwnData: boolean;
  /** The last millisecond in which the document may be invalidated directly, and now; since the epoch. */
  readonly directUntilMs: number;
  readonly nowMs: number;
  readonly leaseMs: number;
  /** Whether this request met another holder and waited: that one's result for the same event is then its own. */
  readonly waited: boolean;
}

/** One version of an event's signed bytes. */
export interface InvalidationBytes extends SentBytes {
  /** How long ago the sending before the last one was, in milliseconds; null without one that is unanswered. */
  readonly earlierAgoMs: number | null;
}

/** An invalidation that somebody holds the lease of, with what is needed to bring it to a verdict. */
export interface HeldInvalidation
  extends Pick<InvalidacionIdentity, 'ambiente' | 'requestedMs' | 'postedMs' | 'tipoDte'> {
  readonly lease: Lease;
  readonly record: InvalidationRecord;
  readonly draft: string;
  /** As far as they matter: the latest, and those of unknown fate. */
  readonly attempts: readonly InvalidationBytes[];
  /** Runs in a row that ended in silence. */
  readonly tries: number;
  readonly documentCode: CodigoGeneracion;
  readonly documentGeneration: SchemaGeneration;
  /** How long after a sending its bytes may still be worked off, as the database keeps it for all nodes. */
  readonly quarantineMs: number;
}

export type Registration =
  | { readonly kind: 'held'; readonly invalidation: HeldInvalidation }
  /** Somebody else holds the lease; the invalidation as it stands. */
  | { readonly kind: 'busy'; readonly record: InvalidationRecord }
  /** The holder this request waited for has ended, without a seal, for the same event. */
  | { readonly kind: 'settled'; readonly record: InvalidationRecord }
  /** The request's own event is needed, and it has none. */
  | { readonly kind: 'needs_event' }
  /** The document stands otherwise than the request thought. */
  | { readonly kind: 'changed' };

export type InvalidationVerdict =
  | {
      readonly kind: 'sealed';
      /** Whether it is our bytes that the authority took, and not somebody else's. */
      readonly ours: boolean;
      /** Null where the seal is not known. */
      readonly selloRecibido: SelloRecibido | null;
      readonly fhProcesamiento: string | null;
      readonly codigoMsg: string;
      readonly message: string;
      readonly raw: RawAnswer;
    }
  | ({
      readonly kind: 'rejected';
      /** Where an earlier sending of the bytes may still be sealed, when they are sent again to know; else null. */
      readonly doubtedMs: number | null;
    } & Rejected)
  /** The background takes it up after `retryMs`. */
  | Silence;

/** The invalidations of companies. */
export interface InvalidationStore extends SendingStore<Lease, InvalidationBytes> {
  /** Null where the company has no such document. */
  subject(companyId: string, documentId: DocumentId): Promise<InvalidationSubject | null>;
  /** Decides again under a lock of the document, and inserts the invalidation or takes it up, in one transaction. */
  register(request: RegisterRequest): Promise<Registration>;
  /** The background's: takes the lease of a due invalidation. */
  take(request: TakeRequest): Promise<Taking<HeldInvalidation>>;
  /** The verdict with what follows from it; ends the lease. Null where the lease is no longer ours. */
  settle(lease: Lease, verdict: InvalidationVerdict): Promise<InvalidationRecord | null>;
  /** The authority is back: the waiting invalidations become due within the given time, spread over it. */
  wake(companyId: string, ambiente: Ambiente, withinMs: number): Promise<void>;
}
