import type { Company } from '../../core/company/company.ts';
import type { Ambiente } from '../../core/dte/kinds.ts';
import type { CompanyAccount } from '../authority/ports.ts';
import type { DocumentKey, DocumentRecord, HeldDocument } from '../documents/ports.ts';

/** A document without a verdict that nobody holds and whose time for a next try has come. */
export type DueDocument = DocumentKey;

/** How much a look across companies finds. */
export interface TurnLimits {
  readonly total: number;
  /** The most of one company; the companies take turns, so that none starves another. */
  readonly perCompany: number;
  /** The company that something was begun for last: the turns begin behind it. */
  readonly after?: string | undefined;
}

export interface DueLimits extends TurnLimits {
  /** Where nothing can be asked or sent at present; without it, the authority is expected to answer everybody. */
  readonly offline?: Offline;
}

/**
 * Accounts that their authority does not answer. Of their documents only those are due that need no answer: to enter
 * contingency after their node died, or to become formal.
 */
export interface Offline {
  readonly accounts: readonly CompanyAccount[];
  /** In contingency for so long, a document of which nothing can have arrived is to become formal. */
  readonly quarantineMs: number;
}

/** A look across companies, for documents or their invalidations: identifiers and nothing else. */
export interface WorkQueue {
  due(limits: DueLimits): Promise<readonly DueDocument[]>;
}

/** What waits for the background across companies, by kind. */
export type DueQueue =
  | 'documents'
  | 'invalidations'
  | 'unreported'
  | 'reports'
  | 'lotes'
  | 'deliveries'
  | 'archives'
  | 'rehearsals';

/** One look across companies and queues. */
export interface QueueLook {
  /** The queues that hold something due. */
  due(offline: Offline): Promise<ReadonlySet<DueQueue>>;
}

export interface TakeRequest extends DueDocument {
  readonly leaseMs: number;
  /** How many times in a row a document may be taken without an orderly end before it is put aside. */
  readonly mostTakings: number;
  /** Also before its time has come, where whoever takes it has a better way for it. */
  readonly early?: boolean;
}

export type Taking<Held, Aside = object> =
  | { readonly kind: 'held'; readonly held: Held }
  /** Its last takers all ended badly: it is put aside until a caller sends it again. */
  | ({ readonly kind: 'put_aside' } & Aside)
  /** Somebody else has it, or it is no longer due. */
  | { readonly kind: 'gone' };

/** With its record where it is put aside. */
export type TakenDocument = Taking<HeldDocument, { readonly record: DocumentRecord }>;

export interface WorkStore {
  /** Takes the lease of a due document; whoever does not end the run orderly leaves it to a later time. */
  take(request: TakeRequest): Promise<TakenDocument>;
  /**
   * The authority is back: the waiting documents of the company become due within the given time, spread over it
   * in the order of their issue. Formal ones follow their event.
   */
  wake(companyId: string, ambiente: Ambiente, withinMs: number): Promise<void>;
}

export interface CompanyReader {
  /** Null for a company that this node must not work for. */
  company(companyId: string): Promise<Company | null>;
}
