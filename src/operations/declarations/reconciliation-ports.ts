import type { FindingReason, HeldState, ReconciledList } from '../../core/declaring/told-difference.ts';
import type { SchemaGeneration, TipoDte } from '../../core/dte/kinds.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { CodigoGeneracion, NumeroControl, SelloRecibido } from '../../core/identifiers/official.ts';
import type { CompanyMonth } from './ports.ts';

/** Where a document stands in the order of issue; the instant as the storage writes it, to the microsecond. */
export interface DocumentPlace {
  readonly postedAt: string;
  readonly documentId: DocumentId;
}

/** A document as we hold it. */
export interface HeldCopy {
  readonly place: DocumentPlace;
  readonly tipoDte: TipoDte;
  readonly generation: SchemaGeneration;
  readonly state: HeldState;
  /** Null where it has none. */
  readonly selloRecibido: SelloRecibido | null;
  readonly codigoGeneracion: CodigoGeneracion;
  /** Codes under which bytes of it may have arrived before. */
  readonly earlierCodes: readonly CodigoGeneracion[];
}

/** How far a month has been compared with what the authority tells. */
export interface MonthReconciliation {
  readonly reconciliationId: string;
  readonly begunMs: number;
  readonly by: string;
  /** When it last came on. */
  readonly movedMs: number;
  /** Null where it is under way, or was interrupted. */
  readonly endedMs: number | null;
  /** Why it was interrupted; null where it was not, or nobody could say it. */
  readonly stopped: string | null;
  /** Documents asked about, and those of the month when it was begun or gone on with. */
  readonly documents: number;
  readonly total: number;
  readonly found: Readonly<Record<ReconciledList, number>>;
}

/** One that has not ended, and the last document that it has asked about; null where it has asked about none. */
export interface OpenReconciliation extends MonthReconciliation {
  readonly place: DocumentPlace | null;
}

/** What was found about a document. */
export interface Finding {
  readonly documentId: DocumentId;
  readonly reason: FindingReason;
  readonly codigoGeneracion: CodigoGeneracion;
  /** The seal that the authority tells; null where it tells none. */
  readonly selloThere: SelloRecibido | null;
}

/** What was found as it is read, with the document that it is about. */
export interface FoundDifference extends Pick<Finding, 'documentId' | 'reason' | 'selloThere'> {
  /** Numbers what was found, in that order. */
  readonly findingId: string;
  readonly tipoDte: TipoDte;
  /** The document's, or the one that it has given up. */
  readonly numeroControl: NumeroControl;
  readonly issuedMs: number;
  /** Null where a number was found and no code. */
  readonly codigoGeneracion: CodigoGeneracion | null;
  readonly selloHere: SelloRecibido | null;
  readonly foundMs: number;
}

/** How a reconciliation comes on. */
export interface Advance {
  readonly to: DocumentPlace;
  readonly documents: number;
  readonly findings: readonly Finding[];
}

/** Keeps how far months have been compared. What ends takes the place of the one before. */
export interface ReconciliationStore {
  /** The one that has not ended, else a new one; `anew` forgets the former. */
  open(
    month: CompanyMonth,
    how: { readonly by: string; readonly anew: boolean },
  ): Promise<OpenReconciliation>;
  /** The document of the month behind a place, or the first one. */
  next(month: CompanyMonth, behind: DocumentPlace | null): Promise<HeldCopy | null>;
  /** The document as it is by now; null where there is none. */
  copy(month: CompanyMonth, documentId: DocumentId): Promise<HeldCopy | null>;
  /** False where somebody else has moved or ended it meanwhile. */
  advance(month: CompanyMonth, open: OpenReconciliation, advance: Advance): Promise<boolean>;
  stop(month: CompanyMonth, open: OpenReconciliation, reason: string): Promise<void>;
  /** Ends it, with the numbers of the month that another system has; null where somebody else has moved or ended it. */
  end(month: CompanyMonth, open: OpenReconciliation): Promise<MonthReconciliation | null>;
  /** Stamped documents that nobody has invalidated, or wants to, the latest first, without this one; three at the most. */
  known(month: CompanyMonth, except: DocumentId): Promise<readonly HeldCopy[]>;
}

/** How far a month is compared. */
export interface MonthStand {
  /** The one that has ended and the one that has not; null where there is none. */
  readonly ended: MonthReconciliation | null;
  readonly open: MonthReconciliation | null;
  /**
   * Documents of the month that were issued, sealed or invalidated since the first of them, and earlier ones that were
   * invalidated in the month since; 0 where there is none.
   */
  readonly changed: number;
}

/** Reads what reconciliations have found. */
export interface ReconciliationReader {
  ofMonth(month: CompanyMonth): Promise<MonthStand>;
  /** What was found behind a finding, in the order in which it was found. */
  found(
    companyId: string,
    reconciliationId: string,
    part: { readonly after: string; readonly limit: number },
  ): Promise<readonly FoundDifference[]>;
}
