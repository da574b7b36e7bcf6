import { afterAll, beforeAll, describe } from 'vitest';
import { openSpreadRig } from '../citus/spread-rig.ts';
import { openSimulatedRig } from '../simulation/database/simulated-rig.ts';
import { citus, databases } from '../support/database.ts';
import { openPostgresRig } from './postgres-rig.ts';
import type { StorageRig } from './storage-rig.ts';

/** Every storage of documents, whatever it is made of, with whether it is here. */
const STORAGES = [
  ...databases.map(({ name, available }) => ({ name, available, open: () => openPostgresRig(name) })),
  { ...citus, open: openSpreadRig },
  { name: 'the simulated storage', available: true, open: async () => openSimulatedRig() },
];

/** Declares what every storage promises: the tests of `body` once for each of them. */
export function describeDocumentStore(title: string, body: (opened: () => StorageRig) => void): void {
  for (const { name, available, open } of STORAGES)
    describe.skipIf(!available)(`${title} on ${name}`, () => {
      let rig: StorageRig | null = null;
      beforeAll(async () => {
        rig = await open();
      });
      afterAll(() => rig?.drop());
      body(() => {
        if (rig === null) throw new Error('the storage has not been opened');
        return rig;
      });
    });
}
