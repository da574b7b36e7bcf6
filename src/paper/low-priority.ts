import { setPriority } from 'node:os';

/**
 * From 0, which is everybody's, to 19. On a machine without an idle core it leaves a thread about a tenth of one; with
 * more, a document of 2,000 lines would not be done in its time.
 */
const NICENESS = 10;

/**
 * Lets all other threads of the process go first from now on. Linux keeps a priority for each thread and sets that of the
 * calling one (setpriority(2)); elsewhere the same call would slow the whole process down, so that nothing happens there.
 */
export function yieldToOthers(): void {
  if (process.platform === 'linux') setPriority(NICENESS);
}
