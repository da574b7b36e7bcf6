import type { Company } from '../../core/company/company.ts';
import type { Completable, Completions } from '../../core/drafting/completion.ts';
import type { Ambiente, SchemaGeneration } from '../../core/dte/kinds.ts';
import type { DocumentId } from '../../core/identifiers/document-id.ts';
import type { Incomplete } from '../../core/rehearsing/cause.ts';
import type { ToldCompany } from '../../core/rehearsing/completion-sheet.ts';
import type { IssuedDocument } from '../../core/rehearsing/issued-document.ts';
import type { Finding, RehearsalSetting } from '../../core/rehearsing/rehearse-document.ts';
import type { RehearsalReport } from '../../core/rehearsing/report.ts';

/** What is to be rehearsed. */
export interface RehearsalRequest {
  readonly ambiente: Ambiente;
  readonly generation: SchemaGeneration;
  /** The first day whose documents count, `YYYY-MM-DD` in El Salvador; null for all. */
  readonly since: string | null;
}

/** A rehearsal as it stands. */
export interface Rehearsal extends RehearsalRequest {
  readonly rehearsalId: DocumentId;
  /** `failed` where several nodes gave up on it. */
  readonly state: 'running' | 'done' | 'failed';
  /** The share of the documents that were looked at, 0 to 1. */
  readonly progress: number;
  /** Milliseconds since the epoch. */
  readonly requestedMs: number;
  readonly finishedMs: number | null;
  readonly report: RehearsalReport;
}

/** A customer or product of which something is left open, with the documents that named it. */
export interface IncompleteCount extends Incomplete {
  readonly documents: number;
}

/** A rehearsal that somebody has taken up, and where it stands. */
export interface HeldRehearsal extends RehearsalRequest {
  readonly companyId: string;
  readonly rehearsalId: DocumentId;
  /** The document that was looked at last, in the order of their identifiers. */
  readonly after: string;
  readonly report: RehearsalReport;
  readonly fence: string;
}

/** The next documents of a rehearsal. */
export interface RehearsalSlice {
  /** The documents to be rehearsed; of the others nothing is to be said. */
  readonly documents: readonly IssuedDocument[];
  /** The last one that was looked at; null where there are no more. */
  readonly last: string | null;
}

/** What a slice has brought. */
export interface RehearsalStep {
  readonly report: RehearsalReport;
  readonly incomplete: readonly IncompleteCount[];
  /** Where to go on; null at the end. */
  readonly after: string | null;
}

export interface RehearsalStore {
  /** Registers a rehearsal under this identifier; the one that runs where there is one, of whatever is rehearsed. */
  begin(companyId: string, rehearsalId: DocumentId, request: RehearsalRequest): Promise<Rehearsal>;
  find(companyId: string, rehearsalId: DocumentId): Promise<Rehearsal | null>;
  /** What could be completed, the most frequent first; `most` at the most. */
  incomplete(companyId: string, rehearsalId: DocumentId, most: number): Promise<readonly IncompleteCount[]>;
  /** Takes the lease of the company's open rehearsal; null where there is none, or somebody else has it. */
  take(companyId: string, leaseMs: number): Promise<HeldRehearsal | null>;
  slice(held: HeldRehearsal, most: number): Promise<RehearsalSlice>;
  /** Keeps what a slice has brought and gives the lease back; nothing where it was lost meanwhile. */
  keep(held: HeldRehearsal, step: RehearsalStep): Promise<void>;
}

/** Looks across companies for rehearsals that wait, in turns that begin behind a company. */
export interface RehearsalQueue {
  due(total: number, after: string | undefined): Promise<readonly string[]>;
}

/** What a company has told of its customers and products. */
export interface CompletionReader {
  /** Null where the company has told nothing, which costs no question to the database. */
  of(companyId: string, company: Company): Promise<CompletionLookUp | null>;
}
export type CompletionLookUp = (named: Completable) => Promise<Completions>;

/** Rehearses documents somewhere where nobody waits for it. */
export interface Rehearser {
  rehearse(
    documents: readonly IssuedDocument[],
    setting: RehearsalSetting,
    lookUp: CompletionLookUp | null,
  ): Promise<readonly Finding[]>;
  close(): Promise<void>;
}

/** Keeps what a company tells, for the operator. */
export interface CompletionRegistry {
  /** Adds what is told to what is known; nodes use it from the next sale on. */
  tell(companyId: string, told: Omit<ToldCompany, 'company'>): Promise<void>;
}

/** The rehearsals of all companies, for the operator. */
export interface RehearsalReader {
  /** The last one that has ended of all documents or of some; null where there is none. */
  latest(companyId: string, generation: SchemaGeneration): Promise<Rehearsal | null>;
}

/** The rehearsals of one company at a time. */
export interface LastRehearsals {
  /** The one that was asked for last, however it stands; null where there is none. */
  last(companyId: string, generation: SchemaGeneration): Promise<Rehearsal | null>;
}
