/**
 * A request for which something is taken: places, slots, bytes. What it keeps is given back when its answer is made or its
 * caller has gone, whichever is first, but not while its own work still runs. Whatever takes asks for a holder, so that
 * nothing is taken that has no way back.
 */
export interface Holder {
  /** Whether everything was given back: nothing is taken for it any more, and no work is begun. */
  readonly isOver: boolean;
  /** Keeps the way back of what was just taken. The function returned goes it earlier; it is gone once. */
  keep(giveBack: () => void): () => void;
  /** Runs work. Nothing is given back before it has settled, however it ends. */
  during<T>(work: () => T | Promise<T>): Promise<T>;
}

export interface EndingHolder extends Holder {
  /** The answer is made, or the caller has gone. */
  end(): void;
}

export function createHolder(): EndingHolder {
  const kept = new Set<() => void>();
  let working = 0;
  let isEnded = false;
  const giveAllBack = (): void => {
    const [next] = kept;
    if (next === undefined) return;
    // One that throws keeps none of the others.
    try {
      next();
    } finally {
      giveAllBack();
    }
  };
  const look = (): void => {
    if (isEnded && working === 0) giveAllBack();
  };
  return {
    get isOver() {
      return isEnded && working === 0;
    },
    keep(giveBack) {
      const goOnce = (): void => {
        if (kept.delete(goOnce)) giveBack();
      };
      kept.add(goOnce);
      look();
      return goOnce;
    },
    async during(work) {
      working += 1;
      try {
        return await work();
      } finally {
        working -= 1;
        look();
      }
    },
    end() {
      isEnded = true;
      look();
    },
  };
}

/** Runs work that may take something; all of it is given back behind the work, however that ends. */
export async function holding<T>(work: (holder: Holder) => T | Promise<T>): Promise<T> {
  const holder = createHolder();
  try {
    return await work(holder);
  } finally {
    holder.end();
  }
}
