import type { Pool } from '../connection/pool.ts';
import { createClassStore } from './class-store.ts';
import { createDeclarationReader } from './declaration-reader.ts';
import { createMonthArchive } from './month-archive.ts';
import { createReconciliationReader } from './reconciliation-reader.ts';

/** What months are declared, classed, closed and compared with. The pool acts as the service. */
export function createDeclarationStores(pool: Pool) {
  return {
    declarations: createDeclarationReader(pool),
    months: createMonthArchive(pool),
    classes: createClassStore(pool),
    reconciliations: createReconciliationReader(pool),
  };
}
