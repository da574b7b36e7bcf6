// What the operations work with, from a database and from what is outside of it.
import {
  createCircuitBreaker,
  observed,
  observedInvalidations,
} from '../operations/background/circuit-breaker.ts';
import { createCompanyReader } from '../storage/companies/company-reader.ts';
import { createCompletionReader } from '../storage/companies/completions.ts';
import type { Pool } from '../storage/connection/pool.ts';
import { createContingencyStore } from '../storage/contingencies/contingency-store.ts';
import { createDocumentStore, type DocumentStoreOptions } from '../storage/documents/document-store.ts';
import { createIssuedReader } from '../storage/documents/issued-reader.ts';
import type { StoreClock } from '../storage/documents/numbering.ts';
import { createStandingReader } from '../storage/documents/standing-reader.ts';
import { createWorkStore } from '../storage/documents/work-store.ts';
import { createFormStore } from '../storage/forms/form-store.ts';
import { createInvalidationStore } from '../storage/invalidations/invalidation-store.ts';
import { createRehearsalStore } from '../storage/rehearsals/rehearsal-store.ts';
import { createRememberedReader } from '../storage/remembered/remembered-reader.ts';
import type { WorkLoopContext } from '../work/work-loop.ts';

/** Everything that a node keeps. */
export function storesOn(pool: Pool, clock: StoreClock, options: DocumentStoreOptions = {}) {
  return {
    store: createDocumentStore(pool, clock, options),
    work: createWorkStore(pool, clock, options.watch),
    standings: createStandingReader(pool),
    contingencies: createContingencyStore(pool, options.watch),
    invalidations: createInvalidationStore(pool, options.watch),
    companies: createCompanyReader(pool),
    completions: createCompletionReader(pool),
    rehearsals: createRehearsalStore(pool),
    remembered: createRememberedReader(pool),
    forms: createFormStore(pool),
    issuedDocuments: createIssuedReader(pool),
  };
}

export type NodeStores = ReturnType<typeof storesOn>;

type Surroundings = Omit<WorkLoopContext, keyof NodeStores>;

/** What a node has of the world outside its database. */
export interface Outside extends Omit<Surroundings, 'breaker'> {
  /** Knows which accounts the authority answers; one of the node's own unless given. */
  readonly breaker?: WorkLoopContext['breaker'] | undefined;
}

/** The context of the operations on these stores; its breaker is told of every call. */
export function contextOf<Stores extends object>(stores: Stores, outside: Outside): Stores & Surroundings {
  const { breaker = createCircuitBreaker(outside.clock), ...rest } = outside;
  const { authority, invalidationAuthority } = rest;
  return {
    ...stores,
    ...rest,
    breaker,
    authority: observed(authority, breaker),
    invalidationAuthority: observedInvalidations(invalidationAuthority, breaker),
  };
}
