/** What spreading a database over several servers came to. */
export type Distribution =
  | { readonly kind: 'refused'; readonly why: string }
  /** Each deed as a sentence: those that are left, or those that were done. */
  | { readonly kind: 'planned' | 'done'; readonly deeds: readonly string[] };

/** A server of a database that is spread. */
export interface SpreadServer {
  /** Host and port, as Citus reaches it. */
  readonly name: string;
  readonly isFirst: boolean;
  readonly isActive: boolean;
  /** Parts of tables that it has; copies of tables that every server has do not count. */
  readonly parts: number;
  /** By which its clock is ahead of the first server's; null where it does not answer. */
  readonly clockAheadMs: number | null;
  /** Whether its commits wait for a standby; null where it does not answer. */
  readonly commitsWait: boolean | null;
}

/** How a database is spread. */
export interface SpreadFacts {
  readonly servers: readonly SpreadServer[];
  /** Tables of companies that do not lie with the others. */
  readonly apart: readonly string[];
  /** What `sello distribute` would do, each as a sentence; empty is right. */
  readonly left: readonly string[];
}
