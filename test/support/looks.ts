import { setTimeout as sleep } from 'node:timers/promises';
import type { Look } from '../../src/work/look.ts';

/** For a loop without others beside it, which rests as long as it wants to and asks its own queues. */
export const LOOKS_ALONE: Pick<Look, 'rest' | 'doubt'> = {
  rest: (ms) => sleep(ms),
  doubt: () => undefined,
};
