import type { Ambiente } from '../../core/dte/kinds.ts';
import type { CompanySlug } from '../../core/identifiers/company-slug.ts';
import type { NumeroControl } from '../../core/identifiers/official.ts';

/** A series that was moved on. */
export interface MovedSeries {
  readonly slug: CompanySlug;
  readonly environment: Ambiente;
  readonly fiscalYear: number;
  readonly scope: string;
  readonly lastNumber: string;
}

export interface ReconcileRequest {
  /** Where journals and positions of nodes are looked for. */
  readonly folders: readonly string[];
  /** Numbers that each series is moved on by; null: none, which is refused where journals are missing. */
  readonly skip: number | null;
  /** Days for which a reference that is new may be a forgotten one; null: as long as it is by default. */
  readonly days: number | null;
  /** How long a node holds something for at the most. */
  readonly leaseMs: number;
}

export type Reconciled =
  /** The database has forgotten nothing that anybody here knows of. */
  | { readonly kind: 'nothing'; readonly doubtUntilMs: number | null }
  /** The database's clock is so far ahead of this machine's: leases and quarantines would begin at a wrong time. */
  | { readonly kind: 'clocks_apart'; readonly clockAheadMs: number }
  /** Nobody here knows what these nodes have numbered since; without any, no journal was found at all. */
  | { readonly kind: 'journals_missing'; readonly obstacle: string; readonly nodes: readonly string[] }
  | {
      readonly kind: 'reconciled';
      readonly obstacle: string;
      /** Documents that were put back from the journals. */
      readonly restored: number;
      readonly journals: number;
      readonly unreadableLines: number;
      /** Numbers that stand under another document now. */
      readonly conflicts: readonly NumeroControl[];
      /** Documents that could not be put back: their beginning, or their company, is known to nobody. */
      readonly lost: number;
      readonly moved: readonly MovedSeries[];
      readonly codes: number;
    };
