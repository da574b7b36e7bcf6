import type { AdjustedAmounts } from '../../core/adjusting/amounts.ts';
import type { DocumentStanding, NoteMode, NoteObstacle } from '../../core/adjusting/standing.ts';
import type { SeriesMode } from '../../core/company/company.ts';
import type { GivenClass } from '../../core/declaring/given-class.ts';
import type { DocumentSummary } from '../../core/drafting/order.ts';
import type { Contingencia } from '../../core/dte/contingencia.ts';
import type { Identity } from '../../core/dte/document-text.ts';
import type { TipoDte } from '../../core/dte/kinds.ts';
import type { SaidRejection } from '../../core/explaining/statement.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { Email } from '../../core/identifiers/email.ts';
import type { EstablishmentCode } from '../../core/identifiers/establishment-code.ts';
import type { ExternalRef } from '../../core/identifiers/external-ref.ts';
import type {
  CodigoGeneracion,
  IdentifiedDocument,
  NumeroControl,
  SelloRecibido,
} from '../../core/identifiers/official.ts';
import type { PointOfSaleCode } from '../../core/identifiers/point-of-sale-code.ts';
import type { Attempt } from '../../core/submitting/attempt.ts';
import type { Doubt, Version } from '../../core/submitting/doubt.ts';
import type { DocumentState } from '../../core/submitting/states.ts';
import type {
  CompanyAccount,
  ConsultQuery,
  NoAnswer,
  RawAnswer,
  Rejected,
  Stamp,
} from '../authority/ports.ts';

/** Time as the operations see it; a simulation replaces it. */
export interface Clock {
  /** The wall clock, milliseconds since the Unix epoch. */
  now(): number;
  /** A clock that never goes back, in milliseconds; for durations only. */
  monotonic(): number;
  /** Resolves after the given milliseconds. */
  sleep(delayMs: number): Promise<void>;
}

/** Where identities come from; a simulation replaces it. */
export interface Identities {
  /** A fresh lower-case UUID. */
  documentId(): DocumentId;
  /** A fresh upper-case UUID (`codigoGeneracion`), for events. */
  codigoGeneracion(): CodigoGeneracion;
  /** The `codigoGeneracion` of a document that has had `count` of them before: the same one each time. */
  documentCode(document: IdentifiedDocument, count: number): CodigoGeneracion;
}

/** Why a document cannot be signed; `reason` is for the operator's log and never holds a secret. */
export type SigningFailure =
  | 'no_certificate'
  | 'certificate_not_yet_valid'
  | 'certificate_expired'
  | 'signature_failed';

export type SigningOutcome =
  | { readonly kind: 'signed'; readonly jws: string }
  | { readonly kind: 'failed'; readonly failure: SigningFailure; readonly reason: string };

/** Signs with the key of a company in one environment. */
export interface Signer {
  /** Whether a document could be signed at this instant; called before a number is assigned. */
  ready(identity: CompanyAccount, nowMs: number): Promise<SigningFailure | null>;
  /** Signs the payload (RS512, header `{"alg":"RS512"}`) and verifies the signature before returning it. */
  sign(identity: CompanyAccount, payload: string, nowMs: number): Promise<SigningOutcome>;
}

/** A document has a seal from the moment that the authority stamped it, and not before. */
export type Stamping =
  | { readonly state: 'stamped'; readonly selloRecibido: SelloRecibido }
  | { readonly state: Exclude<DocumentState, 'stamped'>; readonly selloRecibido: null };

/** An issued document as it is kept. */
export type DocumentRecord = RecordFacts & Stamping;

/** A document that the authority has stamped. */
export type StampedRecord = Extract<DocumentRecord, { readonly state: 'stamped' }>;

/** What is known of every document, whatever its state. The instant of its issue is the clock reading that gave its number. */
interface RecordFacts extends Identity, SaidRejection {
  readonly companyId: string;
  readonly documentId: DocumentId;
  readonly externalRef: ExternalRef;
  readonly establishment: EstablishmentCode;
  readonly pointOfSale: PointOfSaleCode;
  readonly summary: DocumentSummary;
  readonly payloadHash: string;
  /** A changed payload waits until the fate of the bytes already sent is known. */
  readonly hasWanted: boolean;
}

/** What the issuer's rules made of a request: everything of the document but its number, code and instant. */
export interface PreparedDocument
  extends Pick<
    RecordFacts,
    'tipoDte' | 'ambiente' | 'generation' | 'establishment' | 'pointOfSale' | 'summary'
  > {
  /** Compact JSON of the document without `identificacion`. */
  readonly draft: string;
  /** The caller's payload in canonical form; equal text means an equal request. */
  readonly payload: string;
  /** The form that earlier versions kept of it; a document that they left behind is known by either. */
  readonly formerPayload?: string;
  /** Set for a note. */
  readonly adjusts: Adjusts | null;
}

/** What a note takes from which CCF. */
export interface Adjusts extends AdjustedAmounts {
  readonly ccfId: DocumentId;
  /** Its `external_ref`, in whose order documents are locked. */
  readonly ccfRef: ExternalRef;
  readonly mode: NoteMode;
  /** What the CCF sold. */
  readonly ccf: AdjustedAmounts;
  /** The mark of a standing of the CCF in which nothing stood in the way of a new note; null where none was looked at. */
  readonly seen: string | null;
}

/** Where the caller wants the document delivered besides to its recipient; no part of the document. */
export interface Redirect {
  readonly email: Email | null;
  /** Kept and shown; nothing is sent there. */
  readonly whatsapp: string | null;
}

export interface ClaimRequest {
  readonly companyId: string;
  readonly externalRef: ExternalRef;
  readonly seriesMode: SeriesMode;
  readonly prepared: PreparedDocument;
  /** None unless given; the last request's holds until the document is stamped. */
  readonly redirect?: Redirect | undefined;
  /** None unless given; the last request's holds until the document is stamped. */
  readonly ownClass?: GivenClass | undefined;
  /** A fresh identifier: of the document when it is new, and of this claim. */
  readonly documentId: DocumentId;
  /** The code of a document that has had `count` of them: of a new one, or of one rejected for so long that it needs another. */
  codigoGeneracion(count: number): CodigoGeneracion;
  readonly leaseMs: number;
  /** Whether this request met another holder and waited: that one's result for the same payload is then its own. */
  readonly waited: boolean;
}

/** Names a document. */
export interface DocumentKey {
  readonly companyId: string;
  readonly documentId: DocumentId;
}

/** The right to work on a document; a newer lease has a higher fence and makes this one's writes void. */
export interface Lease extends DocumentKey {
  readonly fence: string;
}

/** A document somebody holds the lease of, with what is needed to bring it to a verdict. */
export interface HeldDocument {
  readonly record: DocumentRecord;
  readonly draft: string;
  /** The payload that is to be issued: the record's own, or the changed one that waits. */
  readonly wantedHash: string;
  /** In the order of their numbers, as far as they matter: the latest, and one whose fate is unknown. */
  readonly attempts: readonly Attempt[];
  readonly lease: Lease;
  /** Runs in a row that ended in silence. */
  readonly tries: number;
  /**
   * The codes of it, from the first, that the authority is asked about before anything of it leaves, because the database
   * may have forgotten that it was issued; 0 for almost all.
   */
  readonly codesToAsk: number;
  readonly contingency: ContingencyStanding;
  /** How long after their last sending its bytes may still be worked off, as the database keeps it for all nodes. */
  readonly quarantineMs: number;
  /** Set while a rejection of it is in doubt. */
  readonly doubt: KeptRejection | null;
}

/** How a document stands with contingency. */
export interface ContingencyStanding {
  /** Since when it has been without a verdict, on the clock of the attempts; null where it never was. */
  readonly sinceMs: number | null;
  /** What its bytes declare since it became formal; null before. */
  readonly declared: Contingencia | null;
  /** Whether the authority has sealed the event that lists it. */
  readonly reported: boolean;
}

export type Claim =
  | { readonly kind: 'held'; readonly document: HeldDocument }
  | { readonly kind: 'stamped'; readonly record: DocumentRecord }
  | { readonly kind: 'doc_type_changed'; readonly issued: TipoDte }
  /** The CCF admits no note, or not this one; what exists stays as it is. */
  | { readonly kind: 'not_adjustable'; readonly obstacle: NoteObstacle }
  /** The note exists and adjusts another CCF, which it keeps. */
  | { readonly kind: 'other_ccf' }
  /** The number exists already and wants the document built as it was: same place, a generation that admits it. */
  | ({ readonly kind: 'redraft' } & Pick<PreparedDocument, 'establishment' | 'pointOfSale' | 'generation'>)
  /** Somebody else holds the lease; the document as it stands. */
  | { readonly kind: 'busy'; readonly record: DocumentRecord }
  /** The holder this request waited for has ended: rejected or in contingency, for the same payload. */
  | { readonly kind: 'settled'; readonly record: DocumentRecord };

/** Signed bytes about to be sent for the first time, or kept until they may be. */
export interface NewAttempt extends Pick<Attempt, 'number' | 'codigoGeneracion' | 'payloadHash' | 'jws'> {
  /** What the bytes declare; the document is formal from then on. */
  readonly contingencia: Contingencia | null;
}

export type Verdict =
  | {
      readonly kind: 'stamped';
      readonly attempt: number;
      readonly stamp: Stamp;
      readonly raw: RawAnswer;
      /** It was asked for; nothing that was sent was answered with it. */
      readonly isFound?: boolean;
      /** What the caller reads where it may be of another version under the same code. */
      readonly doubt?: string;
    }
  | ({ readonly kind: 'rejected'; readonly attempt: number } & Rejected)
  /** A rejection that is not known to hold; the background takes the document up after `retryMs`. */
  | { readonly kind: 'doubted'; readonly doubt: KeptRejection; readonly retryMs: number }
  /** The background takes the document up after `retryMs`. */
  | Silence;

/** A rejection in doubt, as it is kept until it is known to hold. */
export interface KeptRejection extends Doubt, Rejected {}

/** No answer came. */
export interface Silence extends NoAnswer {
  readonly kind: 'silence';
  readonly retryMs: number;
}

/** What a verdict changes of a record. */
export type SettledFields = Stamping &
  Pick<RecordFacts, 'codigoGeneracion' | 'codigoMsg' | 'message' | 'observaciones' | 'hasWanted'>;

export interface Settled {
  readonly fields: SettledFields;
  /** How the CCF of a note stands then; null for other documents, and where it has to be read. */
  readonly ccfStanding: DocumentStanding | null;
}

/** The signed bytes of a document and, where they got a verdict, the authority's answer as it came. */
export interface SignedBytes {
  readonly jws: string;
  readonly answer: RawAnswer | null;
}

/** A document that the authority has to show when it is asked about it. */
export type StampedForGood = Omit<ConsultQuery, 'account'>;

/** `null`, or an empty result, means that the lease is no longer ours and nothing was written. */
export interface DocumentStore {
  /** Phase 1: insert and number, or take up what exists, in one transaction. */
  claim(request: ClaimRequest): Promise<Claim>;
  /** Phase 3: commits the bytes as `unknown` before the first of them leaves; the document is in flight from then on. */
  recordAttempt(lease: Lease, attempt: NewAttempt, leaseMs: number): Promise<Attempt | null>;
  /** Keeps signed bytes that are not sent now, as `not_delivered`. */
  keepUnsent(lease: Lease, attempt: NewAttempt): Promise<HeldDocument | null>;
  /** Phase 3 again: the same bytes are about to be sent once more. */
  recordResend(lease: Lease, attempt: number, leaseMs: number): Promise<HeldDocument | null>;
  /** Keeps the lease while the authority is asked. */
  renew(lease: Lease, leaseMs: number): Promise<boolean>;
  /** Closes an attempt without a verdict; a payload that waited becomes the document's. */
  closeAttempt(
    lease: Lease,
    attempt: number,
    outcome: 'not_delivered' | 'absent',
  ): Promise<HeldDocument | null>;
  /** The authority knows none of the document's codes that were to be asked about. */
  codesAsked(lease: Lease): Promise<HeldDocument | null>;
  /**
   * This number of it, which a rejection in doubt is about, is another system's: the series goes past it and the document gets
   * the next one, the bytes with the old one are closed as rejected, and a payload that waited becomes the document's.
   */
  renumber(lease: Lease, from: NumeroControl): Promise<HeldDocument | null>;
  /** Phase 4: the verdict with everything that follows from it; ends the lease. */
  settle(lease: Lease, verdict: Verdict): Promise<Settled | null>;
  /** Ends the lease without a result; the background takes the document up after `retryMs`. */
  release(lease: Lease, retryMs: number): Promise<void>;
  /** All versions of its signed bytes, in the order of their numbers. */
  versions(companyId: string, documentId: DocumentId): Promise<readonly Version[]>;
  /** The document of the account that was stamped last, of those that nobody has invalidated or wants to. */
  stampedForGood(account: CompanyAccount): Promise<StampedForGood | null>;
  find(companyId: string, idOrRef: string): Promise<DocumentRecord | null>;
  /** By reference alone, byte for byte. */
  findByReference(companyId: string, reference: string): Promise<DocumentRecord | null>;
  /** The bytes of the stamped attempt, or of the latest one; null before anything was signed. */
  signedBytes(companyId: string, documentId: DocumentId): Promise<SignedBytes | null>;
}
