import type { WorkStore } from '../../src/operations/background/ports.ts';
import type { ContingencyStore, DueContingency } from '../../src/operations/contingencies/ports.ts';
import type { StandingReader } from '../../src/operations/credit-notes/ports.ts';
import type { DocumentStore } from '../../src/operations/documents/ports.ts';
import type { InvalidationStore } from '../../src/operations/invalidations/ports.ts';
import type { StoreClock } from '../../src/storage/documents/numbering.ts';

/** The stores of one node. */
export interface StorageNode {
  readonly store: DocumentStore;
  readonly standings: StandingReader;
  readonly work: WorkStore;
  readonly contingencies: ContingencyStore;
  readonly invalidations: InvalidationStore;
}

/** A storage under contract: one node of it, and what its test needs beside the ports. */
export interface StorageRig extends StorageNode {
  /** The stores of another node, whose clocks the test may set. */
  anotherNode(clock?: StoreClock): StorageNode;
  addCompany(): Promise<string>;
  /** Time passes for the company: all that the storage remembers of it moves into the past. */
  pass(companyId: string, byMs: number): Promise<void>;
  /** Everything that is kept of the company, to see that it did not change. */
  everything(companyId: string): Promise<unknown>;
  /** The company's documents that are due, in the order of their identifiers. */
  due(companyId: string): Promise<readonly string[]>;
  dueContingencies(companyId: string): Promise<readonly DueContingency[]>;
  /** The company's documents whose invalidations are due, in the order of their identifiers. */
  dueInvalidations(companyId: string): Promise<readonly string[]>;
  drop(): Promise<void>;
}

/** The clocks of this machine. */
export const MACHINE_CLOCK: StoreClock = { now: () => Date.now(), monotonic: () => performance.now() };
