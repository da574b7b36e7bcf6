import type { DueContingency } from '../../../src/operations/contingencies/ports.ts';
import type { StorageNode } from '../../contracts/storage-rig.ts';

/** A storage under comparison: its ports as one node has them, for one company. */
export interface ComparedStore extends StorageNode {
  /** The clock on the node's wall. */
  nowMs(): number;
  /** Time passes. */
  advance(byMs: number): Promise<void>;
  /** The documents that are due, in the order of their identifiers. */
  due(): Promise<readonly string[]>;
  dueContingencies(): Promise<readonly DueContingency[]>;
  /** The documents whose invalidations are due, in the order of their identifiers. */
  dueInvalidations(): Promise<readonly string[]>;
}

/** One call, the same for every store. */
export interface Call {
  readonly what: string;
  make(compared: ComparedStore): Promise<unknown>;
}

/** Makes up calls; it learns from the answers which documents there are and who holds them. */
export interface CallSource {
  next(): Call;
  learn(answer: unknown): void;
}

/** Leases and pauses are so far from one another that the time the calls themselves take decides nothing. */
export const LEASE_MS = 100_000;
export const RETRY_MS = 60_000;
