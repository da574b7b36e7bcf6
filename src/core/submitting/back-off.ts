const LONGEST_FIRST_MS = 20_000;
const LONGEST_MS = 600_000;
const SHORTEST_MS = 1_000;
/** How far a delay is moved to either side, so that documents that fell silent together do not come back together. */
const JITTER = 0.25;

/**
 * How long a document without a verdict waits for the next try: twice as long after each, and with its jitter never
 * more than 12.5 minutes, because an open document is tried at least every 15 (design section 4). The delays shrink
 * with the quarantine, within which there are to be several tries. The same seed and count give the same delay.
 */
export function retryDelayMs(tries: number, seed: string, quarantineMs: number): number {
  const longest = Math.max(SHORTEST_MS, Math.min(LONGEST_MS, (quarantineMs * 2) / 3));
  const first = Math.max(SHORTEST_MS, Math.min(LONGEST_FIRST_MS, quarantineMs / 45));
  const delay = Math.min(longest, first * 2 ** Math.min(tries, 30));
  return spread(delay, `${seed} ${tries}`);
}

const FIRST_ABANDONED_S = 10;

/** How long (seconds) what a node has taken up rests if that node never comes back: twice as long after each that died. */
export function abandonedDelayS(takings: number): number {
  return Math.min(FIRST_ABANDONED_S * 2 ** takings, LONGEST_MS / 1000);
}

/** The delay with its jitter: a quarter of it to either side, the same for the same seed. */
export function spread(delayMs: number, seed: string): number {
  return Math.round(delayMs * (1 - JITTER + 2 * JITTER * fractionOf(seed)));
}

/** A number from 0 up to 1 that looks like chance and depends on the text alone (FNV-1a, 32 bits). */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  // The last characters have moved only the low bits; one more round spreads them.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
