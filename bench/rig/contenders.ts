import { median, quantile } from '../figures/statistics.ts';
import { costOf } from './cost.ts';
import type { BenchHouse } from './house.ts';
import { invoicesOf } from './load.ts';

/** What a contender did in one turn. */
export interface Turn {
  /** Stamped documents, or transactions, in a second. */
  readonly perSecond: number;
  /** Processor for each stamped document, and what 99 of 100 took at most, in milliseconds. */
  readonly nodeMs: number;
  readonly postgresMs: number;
  readonly p99Ms: number;
}

/** Something that is measured by turns with others. */
export interface TurnTaker<Outcome> {
  readonly name: string;
  turn(durationMs: number): Promise<Outcome>;
}

export interface Contender extends TurnTaker<Turn> {
  /** The concurrency with which it is asked. */
  readonly connections: number;
}

/** A process that takes invoices. */
export interface Issuer {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** How many of the house's companies issue. */
  readonly companies: number;
}

export function contend(house: BenchHouse, issuer: Issuer, connections: number): Contender {
  const { name, url, pid } = issuer;
  const targets = invoicesOf(url, house.companies.slice(0, issuer.companies));
  return {
    name,
    connections,
    async turn(durationMs) {
      const cost = await costOf(house, pid, { targets, connections, durationMs });
      const { answered, stamped, latencies } = cost.measured;
      const answersForOne = answered / Math.max(1, stamped);
      return {
        perSecond: cost.stampedPerSecond,
        nodeMs: cost.nodeMs * answersForOne,
        postgresMs: cost.postgresMs * answersForOne,
        p99Ms: quantile(latencies, 0.99),
      };
    },
  };
}

/** The issuer at the concurrency with which it is fastest: by the median of three short turns of each, by turns. */
export async function atItsBest(
  house: BenchHouse,
  issuer: Issuer,
  trial: { readonly concurrencies: readonly number[]; readonly durationMs: number },
): Promise<Contender> {
  const tried = trial.concurrencies.map((connections) => contend(house, issuer, connections));
  const named = tried.map((contender) => ({ ...contender, name: String(contender.connections) }));
  const turns = await takeTurns(named, { turns: TRIALS, durationMs: trial.durationMs });
  const rateOf = ({ connections }: Contender) =>
    median((turns.get(String(connections)) ?? []).map(({ perSecond }) => perSecond));
  const [best] = tried.toSorted((a, b) => rateOf(b) - rateOf(a));
  if (best === undefined) throw new RangeError('no concurrency to try');
  return best;
}

const TRIALS = 3;

/** Lets all take turns, so that a drift of the machine hits each the same; the turns of each by its name. */
export async function takeTurns<Outcome>(
  takers: readonly TurnTaker<Outcome>[],
  { turns, durationMs }: { readonly turns: number; readonly durationMs: number },
): Promise<ReadonlyMap<string, readonly Outcome[]>> {
  const seen = new Map<string, Outcome[]>(takers.map(({ name }) => [name, []]));
  for (let turn = 0; turn < turns; turn += 1)
    for (const taker of takers) seen.get(taker.name)?.push(await taker.turn(durationMs));
  return seen;
}
