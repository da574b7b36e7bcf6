import { citusBin } from '../../support/citus.ts';
import { DEATHS, killsOf } from '../kills.ts';
import type { Drill } from '../options.ts';
import { restoreOn } from '../restore.ts';
import type { RigOptions } from '../rig.ts';
import { startSpread } from './servers.ts';

/** Few, so that many companies lie apart and the servers start in seconds. */
const PARTS = 8;

const database: NonNullable<RigOptions['database']> = (directory, main) => {
  const binDir = citusBin();
  if (binDir === null)
    throw new Error('There is no PostgreSQL with Citus: name one in SELLO_TEST_CITUS_BIN.');
  return startSpread({ directory, main, binDir, parts: PARTS });
};

/** Nodes die as in the drill on one server, and all three servers at once where the one does. */
export const spreadKills: Drill = killsOf(DEATHS, database);

/** Empty servers are filled as one database, and spread before a node uses them. */
export const spreadRestore: Drill = restoreOn({
  database,
  prepare: (rig) => rig.sello(['distribute', '--apply']),
});
