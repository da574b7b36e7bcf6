import { BUGS_AT_THE_AUTHORITY } from './at-the-authority.ts';
import { BUGS_IN_ANSWERS } from './in-answers.ts';
import { BUGS_IN_CLOCKS } from './in-clocks.ts';
import { BUGS_IN_CONTINGENCIES } from './in-contingencies.ts';
import { BUGS_IN_INVALIDATIONS } from './in-invalidations.ts';
import { BUGS_IN_SILENCES } from './in-silences.ts';
import { BUGS_IN_THE_STEPS } from './in-the-steps.ts';
import { BUGS_IN_THE_STORE } from './in-the-store.ts';
import type { PlantedBug } from './planted-bug.ts';

/** Every planted bug; each must be found within this many seeds. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...BUGS_IN_THE_STORE,
  ...BUGS_AT_THE_AUTHORITY,
  ...BUGS_IN_THE_STEPS,
  ...BUGS_IN_CONTINGENCIES,
  ...BUGS_IN_INVALIDATIONS,
  ...BUGS_IN_SILENCES,
  ...BUGS_IN_CLOCKS,
  ...BUGS_IN_ANSWERS,
];

export const SEEDS_TO_FIND_A_BUG = 20_000;
