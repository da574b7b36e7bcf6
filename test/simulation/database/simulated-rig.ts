import { randomUUID } from 'node:crypto';
import type { StoreClock } from '../../../src/storage/documents/numbering.ts';
import { MACHINE_CLOCK, type StorageRig } from '../../contracts/storage-rig.ts';
import { PERFECT_SESSION } from './connected.ts';
import { type Database, STORE_RULES } from './rules.ts';
import { createSimulatedContingencies, dueContingencies } from './simulated-contingencies.ts';
import { createSimulatedInvalidations, dueInvalidations } from './simulated-invalidations.ts';
import { createSimulatedStore } from './simulated-store.ts';
import { createSimulatedWork, dueDocuments } from './simulated-work.ts';
import { createSimulatedStandings } from './standings.ts';
import { emptyTables } from './tables.ts';

/** The simulated storage under contract; its clock runs with the machine's, and on when the test says so. */
export function openSimulatedRig(): StorageRig {
  const tables = emptyTables();
  const bootMs = Date.now() - performance.now();
  let aheadMs = 0;
  const database: Database = {
    tables,
    rules: STORE_RULES,
    nowMs: () => performance.now() + aheadMs,
    // The clock on the wall stays the machine's: what the database remembers moves into the past.
    wallMs: (atMs) => bootMs - aheadMs + atMs,
  };
  const nodeOf = (clock: StoreClock = MACHINE_CLOCK) => {
    const connected = { database, clock, session: PERFECT_SESSION };
    return {
      store: createSimulatedStore(connected),
      standings: createSimulatedStandings(connected),
      work: createSimulatedWork(connected),
      contingencies: createSimulatedContingencies(connected),
      invalidations: createSimulatedInvalidations(connected),
    };
  };
  return {
    ...nodeOf(),
    anotherNode: nodeOf,
    addCompany: async () => randomUUID(),
    async pass(_companyId, byMs) {
      aheadMs += byMs;
    },
    everything: async (companyId) =>
      Object.values(tables).map((table) => [...table].filter(([key]) => key.startsWith(companyId))),
    due: async (companyId) =>
      dueDocuments(database)
        .due.filter(({ record }) => record.companyId === companyId)
        .map(({ record }) => record.documentId)
        .toSorted(),
    dueContingencies: async (companyId) =>
      dueContingencies(database).due.filter((one) => one.companyId === companyId),
    dueInvalidations: async (companyId) =>
      dueInvalidations(database)
        .due.filter((one) => one.companyId === companyId)
        .map(({ documentId }) => documentId)
        .toSorted(),
    drop: async () => undefined,
  };
}
