import { setTimeout as sleep } from 'node:timers/promises';
import type { Resident } from '../../test/support/house-company.ts';
import { barsSvg } from '../figures/bars.ts';
import { curvesSvg } from '../figures/curves.ts';
import { show, showSpread, table } from '../figures/markdown.ts';
import { median, quantile, ratioOf, spreadOf } from '../figures/statistics.ts';
import { atMost, type Report, type Run, type Section } from '../report.ts';
import { type TurnTaker, takeTurns } from '../rig/contenders.ts';
import { type BenchHouse, openBenchHouse } from '../rig/house.ts';
import {
  invoicesOf,
  issueOne,
  type LoadPlan,
  type Measured,
  runLoad,
  showStatuses,
  wrongKey,
} from '../rig/load.ts';
import { processorOf } from '../rig/processor.ts';
import type { Program } from '../rig/program.ts';

/** How much longer ten quiet companies wait beside one that is not. */
export const fairness: Section = {
  name: 'fairness',
  asks: 'How much longer do ten quiet companies wait beside one that floods?',
  run: measureFairness,
};

const QUIET_COMPANIES = 10;
/** Sales of all ten together. */
const QUIET_PER_SECOND = 50;
const FLOOD_CONNECTIONS = 64;
const LETTERS_AT_ONCE = 100;
/** More than any store of printed letters holds. */
const LETTERS = 400;
const LARGE_LINES = 2_000;
/** The flood is under way before the quiet ones are looked at. */
const LEAD_MS = 1_000;
const ALONE = 'alone';
/** A flood of somebody else's server on the same cores: what no fairness of ours can take away. */
const CONTROL = 'a flood of another server on these cores (control)';
const BAR = 1.5;

/** The quiet ones in one turn, and the flood beside them. */
interface Seen {
  readonly quiet: Measured;
  readonly flood: Measured | null;
  /** The share of a core that the generator of the flood took. */
  readonly generatorShare: number;
}

type Flood = Pick<LoadPlan, 'targets' | 'connections' | 'localAddress'>;

async function measureFairness({ isShort, tell }: Run): Promise<Report> {
  const house = await openBenchHouse(QUIET_COMPANIES + 1);
  const node = await house.startNode();
  const other = house.companies[QUIET_COMPANIES];
  if (other === undefined) throw new Error('nobody floods');
  const [flooding, bare] = await Promise.all([house.start('load'), house.start('bare')]);
  tell('fairness: preparing');
  const floods = await floodsOf(house, node.url, { other, letters: isShort ? LETTERS / 4 : LETTERS });
  const quiet = invoicesOf(node.url, house.companies.slice(0, QUIET_COMPANIES));
  await runLoad(house.load, { targets: quiet, connections: 16, durationMs: isShort ? 2_000 : 10_000 });
  await house.postgres.sql('ANALYZE');
  const control: Flood = { targets: invoicesOf(bare.url, [other]), connections: FLOOD_CONNECTIONS };
  const all = [[ALONE, null] as const, [CONTROL, control] as const, ...Object.entries(floods)];
  const scenarios = all.map(
    ([name, flood]): TurnTaker<Seen> => ({
      name,
      turn(durationMs) {
        const plan = { targets: quiet, perSecond: QUIET_PER_SECOND, connections: 1_000, durationMs };
        return beside({ house, flooding, plan, flood });
      },
    }),
  );
  tell('fairness: turns');
  const seen = await takeTurns(
    scenarios,
    isShort ? { turns: 2, durationMs: 3_000 } : { turns: 5, durationMs: 15_000 },
  );
  await house.close();
  return reportOf(seen);
}

async function beside({
  house,
  flooding,
  plan,
  flood,
}: {
  readonly house: BenchHouse;
  readonly flooding: Program;
  readonly plan: LoadPlan;
  readonly flood: Flood | null;
}): Promise<Seen> {
  if (flood === null) return { quiet: await runLoad(house.load, plan), flood, generatorShare: 0 };
  const durationMs = plan.durationMs + LEAD_MS;
  const before = processorOf(flooding.pid);
  const running = runLoad(flooding, { ...flood, durationMs });
  await sleep(LEAD_MS);
  const quiet = await runLoad(house.load, plan);
  const ended = await running;
  return { quiet, flood: ended, generatorShare: (processorOf(flooding.pid) - before) / durationMs };
}

async function floodsOf(
  { companies }: BenchHouse,
  url: string,
  { other, letters }: { readonly other: Resident; readonly letters: number },
): Promise<Readonly<Record<string, Flood>>> {
  const limited = await other.addKey({ perMinute: 120, perHour: 1_000_000 });
  const papers: string[] = [];
  while (papers.length < letters) papers.push(await issueOne(url, other));
  for (const company of companies) await issueOne(url, company);
  const connections = FLOOD_CONNECTIONS;
  const wrong = invoicesOf(url, [{ key: wrongKey(other.key) }]);
  const files = papers.map(
    (id) => ({ url, key: other.key, method: 'GET', path: `/file/${id}?type=invoice` }) as const,
  );
  return {
    'a company without limit': { targets: invoicesOf(url, [other]), connections },
    'a company answered 429': { targets: invoicesOf(url, [limited]), connections },
    'an address with a wrong key, answered 401': { targets: wrong, connections, localAddress: '127.0.0.2' },
    '100 letters at once, again and again': { targets: files, connections: LETTERS_AT_ONCE },
    'a caller of documents of 2,000 lines': {
      targets: invoicesOf(url, [other], LARGE_LINES),
      connections: 1,
    },
  };
}

const p99Of = (turns: readonly Seen[]) => turns.map(({ quiet }) => quantile(quiet.latencies, 0.99));

function reportOf(seen: ReadonlyMap<string, readonly Seen[]>): Report {
  const alone = p99Of(seen.get(ALONE) ?? []);
  const ratios = [...seen]
    .filter(([name]) => name !== ALONE)
    .map(([label, turns]) => ({ label, ...ratioOf(p99Of(turns), alone) }));
  const poolOf = (turns: readonly Seen[]) =>
    Float64Array.from(turns.flatMap(({ quiet }) => [...quiet.latencies]));
  return {
    goals: ratios
      .filter(({ label }) => label !== CONTROL)
      .map(({ label, median }) => atMost(`p99 of the quiet ten beside ${label}, times alone`, median, BAR)),
    text: [
      `Ten companies issue ${QUIET_PER_SECOND} invoices a second together (open loop), by turns alone and beside one flood; median (least to most) of the turns. The flood has a load generator of its own, and both take of the same two cores.`,
      table(
        [
          'beside',
          'p50 ms',
          'p99 ms',
          'p99 / alone',
          'answers to the quiet',
          'answers to the flood',
          "cores of the flood's generator",
        ],
        [...seen].map(([name, turns]) => rowOf(name, turns, alone)),
      ),
    ],
    plots: {
      'fairness-ratios': barsSvg({
        title: 'p99 of ten quiet companies, times theirs alone',
        bars: ratios,
        mark: BAR,
      }),
      'fairness-latency': curvesSvg(
        'Time until the quiet ten are answered, by the share of requests that were no slower',
        [...seen].map(([label, turns]) => ({ label, latencies: poolOf(turns) })),
      ),
    },
  };
}

function rowOf(name: string, turns: readonly Seen[], alone: readonly number[]): readonly string[] {
  const p50 = turns.map(({ quiet }) => quantile(quiet.latencies, 0.5));
  const last = turns.at(-1);
  return [
    name,
    showSpread(spreadOf(p50)),
    showSpread(spreadOf(p99Of(turns))),
    name === ALONE ? show(1) : showSpread(ratioOf(p99Of(turns), alone)),
    last === undefined ? '' : showStatuses(last.quiet),
    last === undefined || last.flood === null ? '' : showStatuses(last.flood),
    show(median(turns.map(({ generatorShare }) => generatorShare))),
  ];
}
