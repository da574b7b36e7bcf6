import type { IssuingContext } from '../documents/issuing-context.ts';
import type { Clock } from '../documents/ports.ts';
import type { Press } from '../files/ports.ts';
import type { InvalidationAuthority } from '../invalidations/ports.ts';
import { createPresences, type Presence } from './presences.ts';

/**
 * Who may be worked on at once. Requests wait in lines of their company and key; the companies take turns at the places
 * that become free, and in each company its keys, so that nobody waits behind another's crowd. A request that could not
 * be answered in time is refused at once, from memory.
 */
export interface Places {
  /**
   * A place for a request, now or after its turn; null where its line does not move fast enough for one more, or too much
   * of its company is under way already.
   */
  enter(asker: { readonly companyId: string; readonly keyId: string }): Place | Promise<Place> | null;
}

export interface Place {
  /** Gives the place to whoever is next; only the first call counts. */
  leave(): void;
  /** Lets others have the place while its work waits for somebody outside, and takes one again at once after. */
  outside<T>(work: () => Promise<T>): Promise<T>;
}

/** The place of a request that needs none. */
export const NO_PLACE: Place = { leave: () => undefined, outside: (work) => work() };

export interface PlaceLimits {
  /** Requests that are worked on at once, those that wait for somebody outside apart. */
  readonly places: number;
  /**
   * The places that active companies have equal shares of. Fewer than all, so that one that takes all it gets leaves the
   * machine idle enough to answer the others as soon as if they were alone.
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
  mostUnderWay: 512,
};

type PlaceClock = Pick<Clock, 'monotonic' | 'sleep'>;

export function createPlaces(clock: PlaceClock, limits: PlaceLimits): Places {
  const { monotonic } = clock;
  const presences = createPresences(monotonic, limits.activeForMs);
  const share = () => {
    const active = presences.active();
    return active === 1 ? limits.places : Math.max(limits.leastShare, limits.shared / active);
  };
  const floor = createFloor({ places: limits.places, share, clock });

  function mayJoin({ line }: Presence, keyId: string): boolean {
    const own = line.of(keyId);
    const [first] = own;
    if (first !== undefined && monotonic() - first.sinceMs > limits.longestWaitMs) return false;
    return own.length < limits.linePerPlace * wholePlaces(share());
  }

  return {
    enter({ companyId, keyId }) {
      const presence = presences.of(companyId);
      if (presence.underWay >= limits.mostUnderWay) return null;
      if (presence.line.size() === 0 && floor.hasRoom(presence)) return floor.begin(presence);
      if (!mayJoin(presence, keyId)) return null;
      presence.underWay += 1;
      return new Promise((resolve) => {
        const call = () => {
          presence.underWay -= 1;
          resolve(floor.begin(presence));
        };
        presence.line.push(keyId, { sinceMs: monotonic(), call });
        floor.expect(presence);
      });
    },
  };
}

/** The places themselves, and whose turn it is at them. */
interface Floor {
  hasRoom(presence: Presence): boolean;
  begin(presence: Presence): Place;
  /** Somebody of the company has joined its line. */
  expect(presence: Presence): void;
}

interface FloorOptions {
  readonly places: number;
  /** The places of one company. */
  readonly share: () => number;
  readonly clock: PlaceClock;
}

const wholePlaces = (share: number): number => Math.max(1, Math.floor(share));

function createFloor({ places, share, clock }: FloorOptions): Floor {
  const { monotonic } = clock;
  /** Companies with somebody in line, in the order of their turns: whoever had one goes to the end. */
  const turns = new Set<Presence>();
  let atWork = 0;

  const hasRoom = (presence: Presence): boolean =>
    atWork < places && presence.atWork < wholePlaces(share()) && presence.restsUntilMs <= monotonic();
  const move = (presence: Presence, by: 1 | -1): void => {
    presence.atWork += by;
    atWork += by;
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
    begin(presence) {
      presence.underWay += 1;
      move(presence, 1);
      let sinceMs = monotonic();
      return placeOf(presence, (by) => {
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

/** A place that was just taken; `move` gives it away (-1) and takes one again (1). */
function placeOf(presence: Presence, move: (by: 1 | -1) => void): Place {
  let left = false;
  return {
    leave() {
      if (left) return;
      left = true;
      presence.underWay -= 1;
      move(-1);
    },
    async outside(work) {
      if (left) return work();
      move(-1);
      try {
        return await work();
      } finally {
        move(1);
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
