/** Values by name, of which those used longest ago are forgotten beyond a limit. */
export interface Recent<Value> {
  get(name: string): Value | null;
  set(name: string, value: Value): void;
  /** Forgets the value of that name where it is one of these. */
  forget(name: string, isOne: (value: Value) => boolean): void;
}

export function createRecent<Value>(limit: number): Recent<Value> {
  const values = new Map<string, Value>();
  const put = (name: string, value: Value): void => {
    // Taken out and put back: a Map keeps the order of insertion, so the first entry is the longest unused.
    values.delete(name);
    values.set(name, value);
  };
  return {
    get(name) {
      const value = values.get(name);
      if (value === undefined) return null;
      put(name, value);
      return value;
    },
    set(name, value) {
      put(name, value);
      const [oldest] = values.keys();
      if (values.size > limit && oldest !== undefined) values.delete(oldest);
    },
    forget(name, isOne) {
      const value = values.get(name);
      if (value !== undefined && isOne(value)) values.delete(name);
    },
  };
}

export interface KeptOptions<Value> {
  /** For so long a value is used before it is read again. */
  readonly forMs: number;
  /** Values that are kept at the most. */
  readonly most: number;
  /** The node's clock for durations, in milliseconds. */
  readonly monotonic: () => number;
  /** Asked of a kept value at each use: one that must not be used any more is read again. */
  readonly isUsable: (value: Value) => boolean;
}

interface Kept<Value> {
  readonly value: Promise<Value | null>;
  readonly untilMs: number;
  /** Null while it is being read. */
  found: Value | null;
}

/**
 * Reads values by name and keeps each for a while; whoever asks while one is being read waits for the same reading. What
 * is not there, what must not be used, and what could not be read is read again the next time.
 */
export function createKept<Value>(
  read: (name: string) => Promise<Value | null>,
  { forMs, most, monotonic, isUsable }: KeptOptions<Value>,
): (name: string) => Promise<Value | null> {
  const kept = createRecent<Kept<Value>>(most);
  const isGood = ({ found, untilMs }: Kept<Value>) =>
    monotonic() < untilMs && (found === null || isUsable(found));
  return (name) => {
    const known = kept.get(name);
    if (known !== null && isGood(known)) return known.value;
    const reading: Kept<Value> = { value: read(name), untilMs: monotonic() + forMs, found: null };
    kept.set(name, reading);
    const forget = () => kept.forget(name, (one) => one === reading);
    reading.value.then((found) => {
      reading.found = found;
      if (found === null) forget();
    }, forget);
    return reading.value;
  };
}

/** Answers the same question with the same value, which is made when it is asked for the first time and never forgotten. */
export function remembered<Key, Value extends object | string>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const before = made.get(key);
    if (before !== undefined) return before;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
