import { createRecent } from './recent.ts';

export interface KeptOptions {
  /** For so long a value is used before it is read again. */
  readonly forMs: number;
  /** Values that are kept at the most. */
  readonly most: number;
  /** The node's clock for durations, in milliseconds. */
  readonly monotonic: () => number;
}

interface Kept<Value> {
  readonly value: Promise<Value | null>;
  readonly untilMs: number;
}

/**
 * Reads values by name and keeps each for a while; whoever asks while one is being read waits for the same reading. What
 * is not there, and what could not be read, is read again the next time.
 */
export function createKept<Value>(
  read: (name: string) => Promise<Value | null>,
  { forMs, most, monotonic }: KeptOptions,
): (name: string) => Promise<Value | null> {
  const kept = createRecent<Kept<Value>>(most);
  return (name) => {
    const known = kept.get(name);
    if (known !== null && monotonic() < known.untilMs) return known.value;
    const value = read(name);
    kept.set(name, { value, untilMs: monotonic() + forMs });
    const forget = () => kept.forget(name, (one) => one.value === value);
    value.then((found) => found === null && forget(), forget);
    return value;
  };
}
