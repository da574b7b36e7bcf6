import { barsSvg } from '../figures/bars.ts';
import { show, showSpread, table } from '../figures/markdown.ts';
import { ratioOf, spreadOf } from '../figures/statistics.ts';
import { atLeast, type Report, type Run, type Section } from '../report.ts';
import { atItsBest, type Contender, contend, type Turn, takeTurns } from '../rig/contenders.ts';
import { type BenchHouse, openBenchHouse } from '../rig/house.ts';

/** What it costs to keep the keys in a process of their own. */
export const signer: Section = {
  name: 'signer',
  asks: 'What share of the peak is left when a signer process holds the keys?',
  run: measureSigner,
};

const COMPANIES = 50;
const CONCURRENCIES = [32, 64, 128] as const;
const [INSIDE, AGAIN, PROCESS] = ['inside', 'inside (control)', 'process'] as const;
/** From here on the process would be the default. */
const BAR = 0.9;

async function measureSigner({ isShort, tell }: Run): Promise<Report> {
  const times = isShort
    ? { turns: 2, durationMs: 2_000, trialMs: 1_000 }
    : { turns: 15, durationMs: 8_000, trialMs: 4_000 };
  const house = await openBenchHouse(COMPANIES);
  tell('signer: nodes and their concurrency');
  const contenders = await startContenders(house, times.trialMs);
  tell('signer: turns');
  const turns = await takeTurns(contenders, times);
  await house.close();
  return reportOf(contenders, turns);
}

/** All are warm, and the database is analysed, before the concurrency of each is chosen. */
async function startContenders(house: BenchHouse, trialMs: number): Promise<readonly Contender[]> {
  const issuers = [];
  for (const name of [INSIDE, AGAIN, PROCESS]) {
    const { url, pid } = await house.startNode({ signer: name === PROCESS ? 'process' : 'inside' });
    issuers.push({ name, url, pid, companies: COMPANIES });
  }
  for (const issuer of issuers) await contend(house, issuer, 64).turn(2 * trialMs);
  await house.postgres.sql('ANALYZE');
  const contenders: Contender[] = [];
  for (const issuer of issuers)
    contenders.push(await atItsBest(house, issuer, { concurrencies: CONCURRENCIES, durationMs: trialMs }));
  return contenders;
}

function reportOf(contenders: readonly Contender[], turns: ReadonlyMap<string, readonly Turn[]>): Report {
  const ratesOf = (name: string) => (turns.get(name) ?? []).map(({ perSecond }) => perSecond);
  const ratios = [PROCESS, AGAIN].map((name) => ({
    label: `${name} / ${INSIDE}`,
    ...ratioOf(ratesOf(name), ratesOf(INSIDE)),
  }));
  const best = contenders.map(({ name, connections }) => `${name}: ${connections}`).join('; ');
  const share = ratios[0]?.median ?? 0;
  return {
    goals: [atLeast('peak with a signer process, times that without', share, BAR)],
    text: [
      `Three nodes on one PostgreSQL take turns; the second one is a control, whose ratio is the noise. Median (least to most) of ${ratesOf(INSIDE).length} turns. Connections: ${best}. The processor of a node counts that of its signer process.`,
      table(
        ['keys', 'per s', 'Node ms', 'PostgreSQL ms', 'p99 ms'],
        [...turns].map(([name, seen]) => rowOf(name, seen)),
      ),
      table(
        ['ratio of the medians (of the turns)', 'measured'],
        ratios.map(({ label, ...ratio }) => [label, showSpread(ratio)]),
      ),
      `The process costs ${show((1 - share) * 100)} % of the peak.`,
    ],
    plots: {
      'signer-ratios': barsSvg({
        title: 'Stamped documents per second, times those of a node that holds its keys itself',
        bars: ratios,
        mark: BAR,
      }),
    },
  };
}

function rowOf(name: string, seen: readonly Turn[]): readonly string[] {
  const spread = (figure: (turn: Turn) => number) => showSpread(spreadOf(seen.map(figure)));
  return [
    name,
    spread(({ perSecond }) => perSecond),
    spread(({ nodeMs }) => nodeMs),
    spread(({ postgresMs }) => postgresMs),
    spread(({ p99Ms }) => p99Ms),
  ];
}
