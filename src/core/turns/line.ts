/** Waiting items of which each name has its own line; the names take turns. */
export interface Line<Item> {
  push(name: string, item: Item): void;
  /** The first item of the name whose turn it is; null where nobody waits. */
  first(): Item | null;
  /** Takes that item out, and puts its name behind all others for its next turn. */
  shift(): Item | null;
  /** Takes an item of this name out, wherever it stands; nothing where it is there no more. */
  remove(name: string, item: Item): void;
  size(): number;
  /** The items of one name, the longest waiting first. */
  of(name: string): readonly Item[];
}

export function createLine<Item>(): Line<Item> {
  /** In the order of the names' turns: whoever had one goes to the end. */
  const lines = new Map<string, Item[]>();
  let size = 0;
  return {
    push(name, item) {
      const line = lines.get(name);
      if (line === undefined) lines.set(name, [item]);
      else line.push(item);
      size += 1;
    },
    first() {
      const [next] = lines.values();
      return next?.[0] ?? null;
    },
    shift() {
      const [next] = lines;
      if (next === undefined) return null;
      const [name, line] = next;
      const item = line.shift();
      lines.delete(name);
      if (line.length > 0) lines.set(name, line);
      if (item === undefined) return null;
      size -= 1;
      return item;
    },
    remove(name, item) {
      const line = lines.get(name) ?? [];
      const at = line.indexOf(item);
      if (at < 0) return;
      line.splice(at, 1);
      if (line.length === 0) lines.delete(name);
      size -= 1;
    },
    size: () => size,
    of: (name) => lines.get(name) ?? [],
  };
}

/** Runs so many tasks at a time; the others wait in the order in which they came. */
export interface Limiter {
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** How many wait. */
  waiting(): number;
}

/** Throws RangeError where `limit` is not a positive integer. */
export function createLimiter(limit: number): Limiter {
  if (!Number.isInteger(limit) || limit < 1) throw new RangeError(`not a limit: ${limit}`);
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(task) {
      if (running < limit) running += 1;
      else {
        // Whoever leaves hands its place over, so `running` stays as it is.
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
    waiting: () => waiting.length,
  };
}
