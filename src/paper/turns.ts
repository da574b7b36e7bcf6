export interface TurnLimits {
  /** Of all companies, the one that is being done included. */
  readonly mostWaiting: number;
  /** Of one company among them. */
  readonly mostPerCompany: number;
}

/** Does one piece of work at a time; companies take turns, so that one with many keeps no other waiting for all. */
export interface Turns {
  /** Null where too many wait already. */
  take<T>(companyId: string, work: () => Promise<T>): Promise<T> | null;
}

type Work = () => Promise<void>;

export function createTurns({ mostWaiting, mostPerCompany }: TurnLimits): Turns {
  /** Whose turn comes first stands first. */
  const waiting = new Map<string, readonly Work[]>();
  let busyWith: string | null = null;
  const next = async () => {
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      const [companyId, [work, ...later]] = first;
      waiting.delete(companyId);
      if (later.length > 0) waiting.set(companyId, later);
      busyWith = companyId;
      await work?.();
    }
    busyWith = null;
  };
  const countOf = (companyId: string) =>
    (waiting.get(companyId)?.length ?? 0) + (busyWith === companyId ? 1 : 0);
  return {
    take<T>(companyId: string, work: () => Promise<T>) {
      const all = [...waiting.values()].reduce((sum, { length }) => sum + length, busyWith === null ? 0 : 1);
      if (all >= mostWaiting || countOf(companyId) >= mostPerCompany) return null;
      const done = new Promise<T>((resolve, reject) => {
        const mine: Work = () => work().then(resolve, reject);
        waiting.set(companyId, [...(waiting.get(companyId) ?? []), mine]);
      });
      if (busyWith === null) void next();
      return done;
    },
  };
}
