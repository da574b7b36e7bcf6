import type { IssuingContext } from '../documents/issuing-context.ts';
import type { Clock } from '../documents/ports.ts';
import type { Press } from '../files/ports.ts';
import type { InvalidationAuthority } from '../invalidations/ports.ts';
import type { Holder } from './holding.ts';
import { createPresences, type Presence, type Waiting } from './presences.ts';

/**
 * Who may be worked on at once. Requests wait in lines of their company and key; the companies take turns at the places
 * that become free, and in each company its keys, so that nobody waits behind another's crowd. A request that could not
 * be answered in time is refused at once, from memory.
 */
export interface Places {
  /**
   * A place for a request, now or after its turn, until its holder is over; null where its line does not move fast enough
   * for one more, it waited there for too long or its caller left meanwhile, or too much of its company is under way already.
   */
  enter(
    asker: { readonly companyId: string; readonly keyId: string },
    holder: Holder,
  ): Place | Promise<Place | null> | null;
  standing(): PlacesStanding;
}

/** How places stand at the moment. */
export interface PlacesStanding {
  readonly taken: number;
  readonly inLine: number;
  /** For how long somebody has found none while none was given back, in milliseconds; 0 while there are some. */
  readonly stuckMs: number;
}

export interface Place {
  /** Whether it was given away for good. */
  readonly isLeft: boolean;
  /** Gives the place to whoever is next, before its holder is over; only the first call counts. */
  leave(): void;
  /** Lets others have the place while its work waits for somebody outside, and takes one again at once after. */
  outside<T>(work: () => Promise<T>): Promise<T>;
}

/** The place of a request that needs none. */
export const NO_PLACE: Place = { isLeft: false, leave: () => undefined, outside: (work) => work() };

export interface PlaceLimits {
  /** Requests that are worked on at once, those that wait for somebody outside apart. */
  readonly places: number;
  /**
   * The places that active companies have equal shares of. Fewer than all, so that one that takes all it gets leaves the
   * machine idle enough to answer the others as soon as if they were alone. As many stay free for them while one is alone.
   */
  readonly shared: number;
  /**
   * The least places of one company while others are active, however many they are. Half a place is one that stays empty
   * after each work for as long as that took.
   */
  readonly leastShare: number;
  /** A company that was last here so long ago is not active any more. */
  readonly activeForMs: number;
  /** The most requests of one key in line, for each place that its company may have. */
  readonly linePerPlace: number;
  /** While the first in a key's line has waited for so long, nobody else joins it. */
  readonly longestWaitMs: number;
  /** Nobody waits in line for longer, wherever in it. */
  readonly mostInLineMs: number;
  /** The most requests of one company, in line, at work and outside together. */
  readonly mostUnderWay: number;
}

/** For the requests of companies: as many at work as share statements and keep both processor and database busy. */
export const PLACE_LIMITS: PlaceLimits = {
  places: 128,
  shared: 32,
  leastShare: 0.5,
  activeForMs: 1_000,
  linePerPlace: 16,
  longestWaitMs: 300,
  mostInLineMs: 5_000,
  mostUnderWay: 2_048,
};

/** For the look-ups of unknown keys, of which an address is what a company is elsewhere. */
export const STRANGER_LIMITS: PlaceLimits = {
  places: 32,
  shared: 32,
  leastShare: 8,
  activeForMs: 1_000,
  linePerPlace: 8,
  longestWaitMs: 300,
  mostInLineMs: 5_000,
  mostUnderWay: 512,
};

type PlaceClock = Pick<Clock, 'monotonic' | 'sleep'>;

export function createPlaces(clock: PlaceClock, limits: PlaceLimits): Places {
  const { monotonic } = clock;
  const presences = createPresences(monotonic, limits.activeForMs);
  const alone = Math.min(limits.places, Math.max(limits.shared, limits.places - limits.shared));
  const share = () => {
    const active = presences.active();
    return active === 1 ? alone : Math.max(limits.leastShare, limits.shared / active);
  };
  const stuck = createStuckWatch(monotonic);
  const floor = createFloor({ places: limits.places, share, clock, onGivenBack: stuck.onGivenBack });
  let inLine = 0;
  const refuseLate = createLateness(clock, limits.mostInLineMs);

  function mayJoin({ line }: Presence, keyId: string): boolean {
    const own = line.of(keyId);
    const [first] = own;
    if (first !== undefined && monotonic() - first.sinceMs > limits.longestWaitMs) return false;
    return own.length < limits.linePerPlace * wholePlaces(share());
  }

  return {
    enter({ companyId, keyId }, holder) {
      if (holder.isOver) return null;
      const presence = presences.of(companyId);
      if (presence.underWay >= limits.mostUnderWay) return null;
      if (presence.line.size() === 0 && floor.hasRoom(presence)) return floor.begin(presence, holder);
      // Where all are free, its company only rests.
      if (floor.taken() > 0) stuck.onFoundNone();
      if (!mayJoin(presence, keyId)) return null;
      return new Promise((resolve) => {
        let place: Place | null = null;
        presence.underWay += 1;
        inLine += 1;
        const leaveLine = holder.keep(() => {
          presence.underWay -= 1;
          inLine -= 1;
          presence.line.remove(keyId, waiting);
          waiting.isOver = true;
          resolve(place);
        });
        const call = () => {
          place = floor.begin(presence, holder);
          leaveLine();
        };
        const waiting: Waiting = { sinceMs: monotonic(), isOver: false, call, refuse: leaveLine };
        presence.line.push(keyId, waiting);
        floor.expect(presence);
        refuseLate(waiting);
      });
    },
    standing: () => ({ taken: floor.taken(), inLine, stuckMs: stuck.ms() }),
  };
}

/** For how long somebody has found no place while none was given back. */
function createStuckWatch(monotonic: () => number) {
  let sinceMs: number | null = null;
  return {
    onFoundNone() {
      sinceMs ??= monotonic();
    },
    onGivenBack() {
      sinceMs = null;
    },
    ms: () => (sinceMs === null ? 0 : monotonic() - sinceMs),
  };
}

/** Refuses those that were in line for `mostMs`, in the order in which they joined one. */
function createLateness({ monotonic, sleep }: PlaceClock, mostMs: number): (waiting: Waiting) => void {
  const joined: Waiting[] = [];
  const refuse = async (): Promise<void> => {
    for (let [first] = joined; first !== undefined; [first] = joined) {
      const leftMs = first.sinceMs + mostMs - monotonic();
      if (!first.isOver && leftMs > 0) {
        await sleep(leftMs);
        continue;
      }
      joined.shift();
      if (!first.isOver) first.refuse();
    }
  };
  return (waiting) => {
    joined.push(waiting);
    if (joined.length === 1) void refuse();
  };
}

/** The places themselves, and whose turn it is at them. */
interface Floor {
  hasRoom(presence: Presence): boolean;
  begin(presence: Presence, holder: Holder): Place;
  /** Somebody of the company has joined its line. */
  expect(presence: Presence): void;
  taken(): number;
}

interface FloorOptions {
  readonly places: number;
  /** The places of one company. */
  readonly share: () => number;
  readonly clock: PlaceClock;
  readonly onGivenBack: () => void;
}

const wholePlaces = (share: number): number => Math.max(1, Math.floor(share));

function createFloor({ places, share, clock, onGivenBack }: FloorOptions): Floor {
  const { monotonic } = clock;
  /** Companies with somebody in line, in the order of their turns: whoever had one goes to the end. */
  const turns = new Set<Presence>();
  let atWork = 0;

  const hasRoom = (presence: Presence): boolean =>
    atWork < places && presence.atWork < wholePlaces(share()) && presence.restsUntilMs <= monotonic();
  const move = (presence: Presence, by: 1 | -1): void => {
    presence.atWork += by;
    atWork += by;
    if (by === -1) onGivenBack();
  };
  /** Calls those in line for whom there is room now. */
  const callNext = (): void => {
    for (const presence of turns) {
      if (atWork >= places) return;
      if (!hasRoom(presence)) continue;
      const waiting = presence.line.shift();
      turns.delete(presence);
      if (presence.line.size() > 0) turns.add(presence);
      waiting?.call();
    }
  };

  /** Nobody of a company that rests is called by others' leaving, so that its line is called when the rest is over. */
  const callAfterRest = async (presence: Presence): Promise<void> => {
    if (presence.isAwaited) return;
    presence.isAwaited = true;
    while (presence.restsUntilMs > monotonic()) await clock.sleep(presence.restsUntilMs - monotonic());
    presence.isAwaited = false;
    callNext();
  };
  /** After so much work, as long as less than a whole place of its own asks for. */
  const rest = (presence: Presence, workedMs: number): void => {
    const untilMs = monotonic() + workedMs * Math.max(0, 1 / share() - 1);
    presence.restsUntilMs = Math.max(presence.restsUntilMs, untilMs);
    callNext();
    if (presence.line.size() > 0) void callAfterRest(presence);
  };

  return {
    hasRoom,
    taken: () => atWork,
    begin(presence, holder) {
      let sinceMs = 0;
      return placeOf(presence, holder, (by) => {
        move(presence, by);
        if (by === 1) sinceMs = monotonic();
        else rest(presence, monotonic() - sinceMs);
      });
    },
    expect(presence) {
      turns.add(presence);
      if (presence.restsUntilMs > monotonic()) void callAfterRest(presence);
    },
  };
}

/** Takes a place for the holder; `move` takes one (1) and gives it away (-1). */
function placeOf(presence: Presence, holder: Holder, move: (by: 1 | -1) => void): Place {
  /** Works of it that wait outside: others have the place from the first of them until the last is back. */
  let outside = 0;
  let isLeft = false;
  presence.underWay += 1;
  move(1);
  const leave = holder.keep(() => {
    isLeft = true;
    presence.underWay -= 1;
    if (outside === 0) move(-1);
  });
  return {
    get isLeft() {
      return isLeft;
    },
    leave,
    async outside(work) {
      if (isLeft) return work();
      outside += 1;
      if (outside === 1) move(-1);
      try {
        return await work();
      } finally {
        outside -= 1;
        if (outside === 0 && !isLeft) move(1);
      }
    },
  };
}

/** What a request issues with: while it waits for the authority, or for whoever holds its document, others have its place. */
export function waitingOutside<Context extends Pick<IssuingContext, 'authority' | 'clock'>>(
  place: Place,
  context: Context,
): Context {
  const { authority, clock } = context;
  return {
    ...context,
    authority: {
      submit: (submission) => place.outside(() => authority.submit(submission)),
      consult: (query) => place.outside(() => authority.consult(query)),
    },
    clock: { ...clock, sleep: (delayMs) => place.outside(() => clock.sleep(delayMs)) },
  };
}

/** The context of a request that cancels, which gives its place back while it waits. */
export function cancellingOutside<
  Context extends IssuingContext & { readonly invalidationAuthority: InvalidationAuthority },
>(place: Place, context: Context): Context {
  const { invalidationAuthority } = context;
  return {
    ...waitingOutside(place, context),
    invalidationAuthority: {
      invalidate: (submission) => place.outside(() => invalidationAuthority.invalidate(submission)),
      speaksOf: (query) => place.outside(() => invalidationAuthority.speaksOf(query)),
    },
  };
}

/** The press that prints for a request. */
export function pressOutside(place: Place, press: Press): Press {
  return { ...press, print: (order, companyId) => place.outside(() => press.print(order, companyId)) };
}
