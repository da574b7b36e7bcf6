import { afterAll, describe } from 'vitest';
import { openSpreadRig } from '../citus/spread-rig.ts';
import { openSimulatedRig } from '../simulation/database/simulated-rig.ts';
import { citus, databases } from '../support/database.ts';
import { anew, shared } from '../support/shared.ts';
import { type OneCompany, oneCompany } from './one-company.ts';
import { openPostgresRig } from './postgres-rig.ts';
import type { StorageRig } from './storage-rig.ts';

/** Every storage of documents, whatever it is made of, with whether it is here. */
const STORAGES = [
  ...databases.map(({ name, available }) => ({ name, available, open: () => openPostgresRig(name) })),
  { ...citus, open: openSpreadRig },
  { name: 'the simulated storage', available: true, open: async () => openSimulatedRig() },
];

/** Declares what every storage promises: the tests of `body` once for each of them, on a company that each test has for itself. */
export function describeDocumentStore(
  title: string,
  body: (rig: StorageRig, company: OneCompany) => void,
): void {
  for (const { name, available, open } of STORAGES)
    describe.skipIf(!available)(`${title} on ${name}`, () => {
      const rig = shared(open);
      afterAll(() => rig.drop());
      body(
        rig,
        anew(() => oneCompany(rig)),
      );
    });
}
