import type { PlantedFault } from './planted-fault.ts';
import { IN_OTHER_FILES } from './planted-in-other-files.ts';
import { IN_THE_FIRST_FILE } from './planted-in-taxpayers.ts';

/** Every mistake in a file that must be found. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [...IN_THE_FIRST_FILE, ...IN_OTHER_FILES];
