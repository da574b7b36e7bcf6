import { MINUTE_MS } from '../calendar/spans.ts';
import { spread } from '../submitting/back-off.ts';

const FIRST_MS = MINUTE_MS;
const LONGEST_MS = 240 * MINUTE_MS;
const GIVE_UP_MS = 72 * 60 * MINUTE_MS;

/**
 * How long a message that could not be sent waits for its next try: a minute, then twice as long each time up to four
 * hours, with a quarter of jitter; null once it has waited for three days. RFC 5321 section 4.5.4.1 asks for retries
 * over several days.
 */
export function mailRetryMs(tries: number, ageMs: number, seed: string): number | null {
  if (ageMs >= GIVE_UP_MS) return null;
  const delayMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries - 1, 30));
  return spread(delayMs, `${seed} ${tries}`);
}
