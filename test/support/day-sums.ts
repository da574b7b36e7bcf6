import type { CompanyStanding, DaySum } from '../../src/operations/today/ports.ts';

/** One stamped invoice of $5.00. */
export function daySum(changes: Partial<DaySum> = {}): DaySum {
  return {
    day: '2026-11-23',
    tipoDte: '01',
    state: 'stamped',
    isInvalidated: false,
    isByNote: false,
    documents: 1,
    taxable: 100n,
    vat: 200n,
    gross: 300n,
    retention: 400n,
    total: 500n,
    ...changes,
  };
}

/** A company that has done nothing yet. */
export const NEW_COMPANY: CompanyStanding = {
  lastStampMs: null,
  waiting: { documents: 0, isAtLeast: false, sinceMs: null },
  clocks: [],
  certificate: null,
  hasCredentials: false,
};
