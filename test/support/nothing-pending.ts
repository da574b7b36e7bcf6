import type { CompanyPending } from '../../src/operations/companies/ports.ts';

/** A company for which nothing is left to do. */
export const NOTHING_PENDING: CompanyPending = {
  putAside: { documents: 0, numbers: [] },
  clocks: [],
  contingency: { documents: 0, sinceMs: null },
  takenNumbers: { count: 0, last: null },
};
