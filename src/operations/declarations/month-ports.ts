import type { CompanyClasses, GivenClass } from '../../core/declaring/given-class.ts';
import type { LaterEvent } from '../../core/declaring/later-event.ts';
import type { Period } from '../../core/declaring/period.ts';
import type { Ambiente, TipoDte } from '../../core/dte/kinds.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { EstablishmentCode } from '../../core/identifiers/establishment-code.ts';
import type { Cents } from '../../core/money/decimal.ts';
import type { Criteria } from './criteria-words.ts';
import type { CompanyMonth, StampedDocument } from './ports.ts';

/** Which documents of a month get codes of the income tax. */
export interface ClassFilter {
  readonly types: readonly TipoDte[];
  /** Null for any. */
  readonly establishment: string | null;
  /** Null for any. */
  readonly references: readonly string[] | null;
  /** The activity of CAT-019 that the document's issuer names; null for any. */
  readonly activityCode: string | null;
  /** Whether only those that nobody gave any code to. */
  readonly areUnclassed: boolean;
}

/** Documents of a month that have the same codes, because of the same. */
export interface ClassGroup {
  readonly tipoDte: TipoDte;
  readonly establishment: EstablishmentCode;
  readonly activityCode: string;
  /** Whether an export is of services alone; null where it is no export. */
  readonly exportsServices: boolean | null;
  /** What somebody gave to them; null where nobody did. */
  readonly own: GivenClass | null;
  readonly documents: number;
  /** Before retentions. */
  readonly cents: Cents;
}

export interface ClassChange {
  readonly filter: ClassFilter;
  /** At least one code; the others stay as they are. */
  readonly given: GivenClass;
}

/** Who did something, in words for the record. */
export interface Doer {
  readonly by: string;
}

/** A change that was made. */
export interface ClassRecord extends ClassChange {
  readonly changeId: string;
  readonly changedMs: number;
  readonly by: string;
  /** How many documents it changed. */
  readonly documents: number;
}

/** Keeps the codes of the income tax that documents get after their issue. Nothing of it is ever changed or deleted. */
export interface ClassStore {
  /** Null where the month is closed: its documents keep the codes that they were declared with. */
  change(month: CompanyMonth, change: ClassChange, doer: Doer): Promise<ClassRecord | null>;
  /** How many documents of a month a change would be of. */
  count(month: CompanyMonth, filter: ClassFilter): Promise<number>;
  /** The documents of a month by what their codes come from. */
  groups(month: CompanyMonth, filter: ClassFilter): Promise<readonly ClassGroup[]>;
  /** The last of a month's changes; null where there is none. */
  lastChange(month: CompanyMonth): Promise<string | null>;
  /** The changes of a month, the newest first. */
  changes(month: CompanyMonth): Promise<readonly ClassRecord[]>;
}

/** A file of a closed month, as it was kept. */
export interface KeptFile {
  readonly name: string;
  readonly bytes: number;
  /** The hash of the whole file, in hexadecimal. */
  readonly sha256: string;
}

/** How the open points of the manual stood when a month was closed. */
export interface ClosingCriteria extends Criteria {
  readonly classes: CompanyClasses;
}

/** A month as it was presented. */
export interface Closing {
  readonly closingId: string;
  readonly period: Period;
  /** 1 for what was presented first; each amended export counts one more. */
  readonly version: number;
  readonly closedMs: number;
  readonly by: string;
  readonly criteria: ClosingCriteria;
  readonly files: readonly KeptFile[];
}

/** What is about to be closed: its files are kept already. */
export interface NewClosing extends Pick<Closing, 'closingId' | 'version' | 'criteria' | 'files'> {
  /** What `readSince` said before the first of them. */
  readonly readSince: string;
  /** The month's last change of classes when its files were begun; null where there was none. */
  readonly changeId: string | null;
}

/** A document by which a closed month changed, and how. */
export interface TouchingDocument {
  readonly documentId: DocumentId;
  readonly stamped: StampedDocument;
  readonly event: LaterEvent;
}

/** Keeps the exports of closed months. Nothing of it is ever changed or deleted. */
export interface MonthArchive {
  /** Keeps a file of a closing that does not exist yet; read to its end. */
  keepFile(
    companyId: string,
    closingId: string,
    file: { readonly name: string; readonly content: AsyncIterable<Uint8Array> },
  ): Promise<KeptFile>;
  /** Null where classes were changed, or somebody else closed the month, since the files were begun. */
  close(month: CompanyMonth, closing: NewClosing, doer: Doer): Promise<Closing | null>;
  /** The closings of a month, the last version first. */
  closings(month: CompanyMonth): Promise<readonly Closing[]>;
  /** The last closing of each closed month, the newest month first. */
  closed(companyId: string, ambiente: Ambiente): Promise<readonly Closing[]>;
  /**
   * An instant, as the storage writes it, to the microsecond: whoever reads now finds each verdict that was given up to it,
   * because the transactions that were open then have ended. Waits for them, half a minute at the most.
   */
  readSince(companyId: string): Promise<string>;
  /** How many documents changed each closed month by a verdict that they got since its files were read, in that order. */
  touched(companyId: string, closings: readonly Closing[]): Promise<readonly number[]>;
  /** The first of the documents that changed one, in the order of their issue. */
  touching(companyId: string, closing: Closing, limit: number): Promise<readonly TouchingDocument[]>;
  /** A file as it was kept; nothing where there is none of that name. */
  pieces(companyId: string, closingId: string, name: string): AsyncIterable<Uint8Array>;
  /** The month of the company's first document; null where there is none. */
  firstMonth(companyId: string, ambiente: Ambiente): Promise<Period | null>;
}
