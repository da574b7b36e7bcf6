interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export interface GatheringOptions<Item, Result> {
  /**
   * Carries out all items or none; the results come in their order. `failure` is why the shared run failed after which an
   * item is tried alone, else null.
   */
  readonly carryOut: (items: readonly Item[], failure: unknown) => Promise<readonly Result[]>;
  /** The most items of one run. */
  readonly mostItems: number;
  /** Runs at a time. */
  readonly lanes: number;
  /** Whether what failed by itself is tried once more; nothing is without it. */
  readonly mayGoWell?: (error: unknown) => Promise<boolean>;
}

/**
 * Group commit: what arrives while all lanes are busy shares the next run, so that many documents pay for one round trip
 * and one flush. What arrives at an idle lane is carried out at once. Where a shared run fails, each of its items is
 * carried out alone, so that one bad item does not fail its neighbours.
 */
export function createGathering<Item, Result>({
  carryOut,
  mostItems,
  lanes,
  mayGoWell = async () => false,
}: GatheringOptions<Item, Result>): (item: Item) => Promise<Result> {
  const queue: Waiting<Item, Result>[] = [];
  let running = 0;

  async function run(batch: readonly Waiting<Item, Result>[], failure: unknown = null): Promise<void> {
    try {
      const results = await carryOut(
        batch.map(({ item }) => item),
        failure,
      );
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result === undefined) reject(new Error('an item of a shared run was left without a result'));
        else resolve(result);
      }
    } catch (error) {
      const isOver = batch.length === 1 && (failure !== null || !(await mayGoWell(error)));
      if (isOver) for (const { reject } of batch) reject(error);
      else await Promise.all(batch.map((one) => run([one], error)));
    }
  }

  async function drain(): Promise<void> {
    running += 1;
    while (queue.length > 0) await run(queue.splice(0, mostItems));
    running -= 1;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (running < lanes) void drain();
    });
}

/** Gathers each group of items by itself: what one group waits for holds no other one up. */
export function createGatherings<Item, Result>(
  options: GatheringOptions<Item, Result>,
  groupOf: (item: Item) => Promise<string>,
): (item: Item) => Promise<Result> {
  const groups = new Map<string, (item: Item) => Promise<Result>>();
  return async (item) => {
    const group = await groupOf(item);
    const gather = groups.get(group) ?? createGathering(options);
    groups.set(group, gather);
    return gather(item);
  };
}
