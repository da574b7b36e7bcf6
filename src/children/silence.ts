/** How often a child that owes an answer is looked at, and how many looks in a row may find that it has said nothing. */
export interface Patience {
  readonly lookMs: number;
  readonly silentLooks: number;
  /** The same while it starts, and while it has not yet taken all that was written to it. */
  readonly silentLooksAtStart: number;
}

interface Watched {
  owesAnswer(): boolean;
  /** Whether it runs and has taken all that was written to it. */
  hasAll(): boolean;
  /** Asks for a sign of life. */
  ping(): void;
  onHung(): void;
}

/** Notices that a child hangs. */
export interface SilenceWatch {
  /** To be called with each question. */
  asked(): void;
  /** To be called with everything that the child says. */
  heard(): void;
}

/**
 * Takes a child for hung by its own silence alone. What is counted are looks at it, each a turn of this thread's loop in
 * which the child could have been heard: a thread that was busy itself looks less often, and hears what was said meanwhile
 * before it looks again.
 */
export function watchSilence(patience: Patience, child: Watched): SilenceWatch {
  let silent = 0;
  let isLooking = false;
  const look = () => {
    isLooking = false;
    if (!child.owesAnswer()) return;
    silent += 1;
    if (silent > (child.hasAll() ? patience.silentLooks : patience.silentLooksAtStart)) return child.onHung();
    child.ping();
    lookLater();
  };
  const lookLater = () => {
    if (isLooking) return;
    isLooking = true;
    setTimeout(look, patience.lookMs).unref();
  };
  return {
    asked() {
      if (!isLooking) silent = 0;
      lookLater();
    },
    heard() {
      silent = 0;
    },
  };
}
