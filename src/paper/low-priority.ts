import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Of 0, as everybody, to 19. On a machine without an idle core it leaves a thread about a tenth of one; with more, a
 * document of 2,000 lines would not be done in its time.
 */
const NICENESS = 10;

/**
 * Lets all other threads of the process go first from now on. Linux has a priority for each thread, under the number that
 * `/proc/thread-self` shows. Where there is no such thing, everything stays as it was: elsewhere the same call would slow
 * the whole process down.
 */
export function yieldToOthers(): void {
  const thread = numberOfThread();
  if (thread !== null) setPriority(thread, NICENESS);
}

function numberOfThread(): number | null {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0] ?? Number.NaN) || null;
  } catch {
    return null;
  }
}
