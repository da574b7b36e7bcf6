import type { CompanyAccount } from '../authority/ports.ts';

/** The end of a company's chain, which is to be signed. */
export interface ArchiveEnd extends CompanyAccount {
  /** A whole number as text. */
  readonly position: string;
  /** Hexadecimal. */
  readonly linkHash: string;
}

/** Looks for archives that want something, across companies. */
export interface ArchiveQueue {
  /** Companies with rows that have become final and have no link yet; they take turns behind the one that was last. */
  unlinked(total: number, after: string | undefined): Promise<readonly string[]>;
  /** Ends of chains that have grown since their last end was signed, longer ago than this. */
  unsigned(total: number, olderMs: number): Promise<readonly ArchiveEnd[]>;
}

/** Writes the chain of a company. */
export interface ArchiveChain {
  /** Links some of the rows that wait, the oldest first; answers whether more may wait. */
  extend(companyId: string): Promise<boolean>;
  keepHead(end: ArchiveEnd, signedMs: number, jws: string): Promise<void>;
}

/** One damaged row of the archive. */
export interface Damage {
  readonly table: string;
  /** Slug of the company, or its identifier where there is no such company. */
  readonly company: string;
  /** What names the row within its table. */
  readonly key: string;
  /** The caller’s, for the document that the row belongs to; null where there is none. */
  readonly reference: string | null;
  readonly controlNumber: string | null;
  /** Null where it is not known which column has changed, or the whole row is meant. */
  readonly column: string | null;
  /** What is wrong, as a sentence. */
  readonly problem: string;
}

/** What a look at the whole archive has found. */
export interface ArchiveReport {
  readonly damages: readonly Damage[];
  /** Rows that were looked at, those that are not final yet among them. */
  readonly rows: number;
  readonly companies: number;
  /** Final rows that wait for their link, whose bytes were looked at and nothing else. */
  readonly unlinked: number;
  /** When the oldest of the last signed ends of the chains was signed; null where no chain has one. */
  readonly headSignedAt: string | null;
}
