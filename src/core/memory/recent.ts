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
