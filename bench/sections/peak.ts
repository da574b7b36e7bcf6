import { barsSvg } from '../figures/bars.ts';
import { show, showSpread, table } from '../figures/markdown.ts';
import { median, ratioOf, spreadOf } from '../figures/statistics.ts';
import { atLeast, atMost, type Goal, type Report, type Run, type Section } from '../report.ts';
import { atItsBest, type Contender, contend, type Issuer, type Turn, takeTurns } from '../rig/contenders.ts';
import { type BenchHouse, openBenchHouse } from '../rig/house.ts';
import { startNaive } from '../rig/naive.ts';
import { measureParts, sumOf } from '../rig/parts.ts';
import { type Pgbench, preparePgbench } from '../rig/pgbench.ts';

/** Stamped documents a second at most, beside what they are compared with. */
export const peak: Section = {
  name: 'peak',
  asks: 'How many documents are stamped in a second at most, beside a naive pipeline and the commits of the same PostgreSQL?',
  run: measurePeak,
};

const COMPANIES = 50;
const SLOW_AUTHORITY_MS = 200;
const CONCURRENCIES = [32, 64, 128, 256] as const;
/** With an authority that takes its time, documents in flight are what it takes to be busy. */
const SLOW_CONCURRENCIES = [512, 1024] as const;

const [FIFTY, ONE, BARE, PAPER, COMMITS] = [
  'Sello, 50 companies',
  'Sello, 1 company',
  'naive without PDF',
  'naive with PDF',
  'pgbench -N -M prepared -c 32',
] as const;
const [SLOW, SLOW_NAIVE] = ['Sello, 1 company, 200 ms', 'naive without PDF, 1 company, 200 ms'] as const;

type Turns = ReadonlyMap<string, readonly Turn[]>;

async function measurePeak(run: Run): Promise<Report> {
  const times = run.isShort
    ? { turns: 2, durationMs: 2_000, trialMs: 1_000 }
    : { turns: 5, durationMs: 10_000, trialMs: 4_000 };
  const house = await openBenchHouse(COMPANIES);
  if (!run.figures.has('parts.sumMs'))
    run.figures.set('parts.sumMs', sumOf(await measureParts(house, run.isShort ? 1 : 5)));
  const issuers = await startIssuers(house);
  const pgbench = await preparePgbench(house.postgres);
  const contenders: Contender[] = [];
  for (const issuer of issuers) await contend(house, issuer, 64).turn(times.trialMs);
  await house.postgres.sql('ANALYZE');
  for (const issuer of issuers) {
    run.tell(`peak: concurrency of ${issuer.name}`);
    const trial = { concurrencies: CONCURRENCIES, durationMs: times.trialMs };
    contenders.push(await atItsBest(house, issuer, trial));
  }
  run.tell('peak: turns at an instant authority');
  const all = pgbench === null ? contenders : [...contenders, committing(pgbench)];
  const instant = await takeTurns(all, times);
  run.tell('peak: turns at an authority of 200 ms');
  const slow = await slowTurns(house, issuers, times);
  await house.close();
  run.figures.set('peak.perSecond', median(ratesOf(instant, FIFTY)));
  return reportOf(contenders, { instant, slow, partsMs: run.figures.get('parts.sumMs') ?? 0 });
}

async function startIssuers(house: BenchHouse): Promise<readonly Issuer[]> {
  const node = await house.startNode();
  const bare = await startNaive(house, false);
  const paper = await startNaive(house, true);
  return [
    { name: FIFTY, url: node.url, pid: node.pid, companies: COMPANIES },
    { name: ONE, url: node.url, pid: node.pid, companies: 1 },
    { name: BARE, url: bare.url, pid: bare.pid, companies: COMPANIES },
    { name: PAPER, url: paper.url, pid: paper.pid, companies: COMPANIES },
  ];
}

function committing(pgbench: Pgbench): Contender {
  return {
    name: COMMITS,
    connections: 32,
    async turn(durationMs) {
      const perSecond = await pgbench.perSecond(32, Math.max(1, Math.round(durationMs / 1_000)));
      return { perSecond, nodeMs: 0, postgresMs: 0, p99Ms: 0 };
    },
  };
}

async function slowTurns(
  house: BenchHouse,
  issuers: readonly Issuer[],
  times: { readonly turns: number; readonly durationMs: number; readonly trialMs: number },
): Promise<Turns> {
  await house.authority.ask('delay', { ms: SLOW_AUTHORITY_MS });
  const contenders: Contender[] = [];
  for (const issuer of issuers) {
    const name = issuer.name === ONE ? SLOW : SLOW_NAIVE;
    if (issuer.name !== ONE && issuer.name !== BARE) continue;
    const concurrencies = issuer.name === ONE ? SLOW_CONCURRENCIES : [32];
    const trial = { concurrencies, durationMs: times.trialMs };
    contenders.push(await atItsBest(house, { ...issuer, name, companies: 1 }, trial));
  }
  const turns = await takeTurns(contenders, times);
  await house.authority.ask('delay', { ms: 0 });
  return turns;
}

function ratesOf(turns: Turns, name: string): readonly number[] {
  return (turns.get(name) ?? []).map(({ perSecond }) => perSecond);
}

function processorOfOne(turns: Turns, name: string): readonly number[] {
  return (turns.get(name) ?? []).map(({ nodeMs, postgresMs }) => nodeMs + postgresMs);
}

/** What is compared with what, and the ratio that it must reach. */
const COMPARED = [
  { name: FIFTY, beside: COMMITS, bar: 0.15 },
  { name: ONE, beside: COMMITS, bar: 0.15 },
  { name: FIFTY, beside: BARE, bar: 2 },
  { name: FIFTY, beside: PAPER, bar: 4 },
  { name: SLOW, beside: SLOW_NAIVE, bar: 30 },
] as const;

function reportOf(
  contenders: readonly Contender[],
  { instant, slow, partsMs }: { readonly instant: Turns; readonly slow: Turns; readonly partsMs: number },
): Report {
  const turns: Turns = new Map([...instant, ...slow]);
  const ratios = COMPARED.filter(({ beside }) => turns.has(beside)).map(({ name, beside, bar }) => ({
    label: `${name} / ${beside}`,
    bar,
    ratio: ratioOf(ratesOf(turns, name), ratesOf(turns, beside)),
  }));
  const processor: Goal = atMost(
    'processor of service and PostgreSQL for a document, times the sum of the physical parts',
    median(processorOfOne(instant, FIFTY)) / partsMs,
    3,
  );
  const best = contenders.map(({ name, connections }) => `${name}: ${connections}`).join('; ');
  return {
    goals: [...ratios.map(({ label, ratio, bar }) => atLeast(label, ratio.median, bar)), processor],
    text: [
      `Closed loop, by turns, median (least to most). Connections: ${best}. All were warm, and the database analysed, before the concurrency of each was chosen by short turns: a database that never was gives prepared statements plans without the right index.`,
      table(['', 'per s', 'Node ms', 'PostgreSQL ms', 'p99 ms'], [...turns].map(rowOf)),
      table(
        ['ratio of the medians (of the turns)', 'measured', 'bar'],
        ratios.map(({ label, ratio, bar }) => [label, showSpread(ratio), show(bar)]),
      ),
      `Sum of the physical parts: ${show(partsMs)} ms of the processor.`,
    ],
    plots: {
      'peak-rates': barsSvg({
        title: 'Stamped documents per second (pgbench left out), least, median and most of the turns',
        bars: [...turns.keys()]
          .filter((name) => name !== COMMITS)
          .map((label) => ({ label, ...spreadOf(ratesOf(turns, label)) })),
      }),
      'peak-ratios': barsSvg({
        title: 'Ratio as a share of its bar; the line is the bar',
        bars: ratios.map(({ label, ratio, bar }) => ({
          label,
          least: ratio.least / bar,
          median: ratio.median / bar,
          most: ratio.most / bar,
        })),
        mark: 1,
      }),
    },
  };
}

function rowOf([name, turns]: readonly [string, readonly Turn[]]): readonly string[] {
  const spread = (figure: (turn: Turn) => number) => showSpread(spreadOf(turns.map(figure)));
  if (name === COMMITS) return [name, spread(({ perSecond }) => perSecond), '', '', ''];
  return [
    name,
    spread(({ perSecond }) => perSecond),
    spread(({ nodeMs }) => nodeMs),
    spread(({ postgresMs }) => postgresMs),
    spread(({ p99Ms }) => p99Ms),
  ];
}
