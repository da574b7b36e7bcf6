import { openPostgresRig } from '../contracts/postgres-rig.ts';
import type { StorageRig } from '../contracts/storage-rig.ts';
import { groupsOfParts } from '../support/parts.ts';
import { listenedTo, type PassedOn } from './servers.ts';

/**
 * Citus under contract. What a node says for a company goes to the parts of that company alone: what has gone further is told when
 * the rig is dropped.
 */
export async function openSpreadRig(): Promise<StorageRig> {
  const wide: PassedOn[] = [];
  let heard = 0;
  const rig = await openPostgresRig('Citus', async (bench) => {
    const groups = await groupsOfParts(bench.asSuperuser);
    return (pool) =>
      listenedTo(pool, groups, (passed) => {
        heard += 1;
        if (passed.groups.size > 1) wide.push(passed);
      });
  });
  return {
    ...rig,
    async drop() {
      await rig.drop();
      if (heard === 0) throw new Error('no statement was heard on its way to another server');
      const [first] = wide;
      if (first !== undefined)
        throw new Error(`not for one company alone: ${first.statement}\n${first.texts.join('\n')}`);
    },
  };
}
