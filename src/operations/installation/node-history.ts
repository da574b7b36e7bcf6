import { byName } from '../../core/records/by-name.ts';
import { summedTally, type Tally } from './counting.ts';
import type { Backlog } from './metrics-ports.ts';

/** How a node stands at a moment. */
export interface NodeLook {
  /** Companies that the authority does not answer, as far as the node has seen. */
  readonly silentCompanies: number;
  /** Connections to the database that somebody has, of those that there may be, and how many requests wait for one. */
  readonly connections: { readonly taken: number; readonly most: number; readonly awaited: number };
  /** The share of its time that the thread of requests was busy since the look before, 0 to 1. */
  readonly busy: number;
}

/** A span of time of a node: what it did, and how it stood at the worst moment of it. */
export interface Period extends Tally {
  readonly fromMs: number;
  readonly toMs: number;
  readonly silentCompanies: number;
  readonly connections: NodeLook['connections'];
  readonly busy: number;
  /** What waited over all nodes; null where the database did not tell. */
  readonly waiting: Waiting | null;
}

const WAITING = ['documents', 'oldestSeconds', 'mails', 'oldestMailSeconds'] as const;
type Waiting = Readonly<Record<(typeof WAITING)[number], number>>;

/** What a node remembers of itself, newest last: since its start, and no longer than an hour and a day. */
export interface History {
  readonly sinceMs: number;
  /** A minute each. */
  readonly hour: readonly Period[];
  /** Ten minutes each. */
  readonly day: readonly Period[];
}

export interface NodeHistory {
  /** Looks at the node; several times in a minute, so that what lasts for seconds is seen. */
  look(look: NodeLook): void;
  /** Ends a minute with what waits now, null where the database does not tell. */
  endMinute(backlog: Backlog | null): void;
  read(): History;
}

interface HistoryParts {
  readonly take: () => Tally;
  /** In milliseconds since 1970. */
  readonly now: () => number;
}

const MINUTES = 60;
const TEN = 10;
const TENS = 144;

/** Keeps some 200 periods in memory, each of a few hundred bytes, and nothing else: a restart forgets them. */
export function createNodeHistory({ take, now }: HistoryParts): NodeHistory {
  const sinceMs = now();
  const hour: Period[] = [];
  const day: Period[] = [];
  let looks: NodeLook[] = [];
  let fromMs = sinceMs;
  let minutes: Period[] = [];
  return {
    look: (look) => void looks.push(look),
    endMinute(backlog) {
      const toMs = now();
      const period = { ...take(), fromMs, toMs, ...worstOf(looks), waiting: waitingIn(backlog) };
      [looks, fromMs] = [[], toMs];
      keep(hour, period, MINUTES);
      minutes.push(period);
      if (minutes.length < TEN) return;
      keep(day, joined(minutes), TENS);
      minutes = [];
    },
    read: () => ({
      sinceMs,
      hour: [...hour],
      day: minutes.length === 0 ? [...day] : [...day, joined(minutes)],
    }),
  };
}

function keep(periods: Period[], period: Period, most: number): void {
  periods.push(period);
  if (periods.length > most) periods.shift();
}

/** Periods that follow one another as one. */
export function joined(periods: readonly Period[]): Period {
  const [first, last] = [periods[0], periods.at(-1)];
  if (first === undefined || last === undefined) throw new Error('no periods are no period');
  const waited = periods.map(({ waiting }) => waiting).filter((waiting) => waiting !== null);
  return {
    ...summedTally(periods),
    ...worstOf(periods),
    fromMs: first.fromMs,
    toMs: last.toMs,
    waiting:
      waited.length === 0 ? null : byName(WAITING, (name) => Math.max(...waited.map((one) => one[name]))),
  };
}

function worstOf(looks: readonly NodeLook[]): NodeLook {
  const most = (of: (look: NodeLook) => number) => Math.max(0, ...looks.map(of));
  return {
    silentCompanies: most(({ silentCompanies }) => silentCompanies),
    connections: byName(['taken', 'most', 'awaited'], (name) => most(({ connections }) => connections[name])),
    busy: most(({ busy }) => busy),
  };
}

function waitingIn(backlog: Backlog | null): Waiting | null {
  if (backlog === null) return null;
  const { documents, oldestSeconds, mails } = backlog;
  return {
    documents: documents.reduce((sum, { count }) => sum + count, 0),
    oldestSeconds,
    mails: mails.waiting,
    oldestMailSeconds: mails.oldestSeconds,
  };
}
