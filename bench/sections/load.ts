import { curvesSvg } from '../figures/curves.ts';
import { show, table } from '../figures/markdown.ts';
import { quantile } from '../figures/statistics.ts';
import { atLeast, atMost, type Report, type Run, type Section } from '../report.ts';
import { type Cost, costOf } from '../rig/cost.ts';
import { openBenchHouse } from '../rig/house.ts';
import { invoicesOf, type LoadPlan, type Measured, showStatuses } from '../rig/load.ts';
import { memoryMb } from '../rig/processor.ts';

/** How long callers wait at half of the peak, and what becomes of them beyond it. */
export const load: Section = {
  name: 'load',
  asks: 'How long do callers wait at half of the peak, and what becomes of them at 1.5 times of it?',
  run: measureLoad,
};

const COMPANIES = 50;
const PEAK_CONNECTIONS = 128;
/** An open loop with more than this many unanswered at once counts as broken. */
const MOST_AT_ONCE = 4_000;

async function measureLoad(run: Run): Promise<Report> {
  const { isShort, tell } = run;
  const house = await openBenchHouse(COMPANIES);
  const node = await house.startNode();
  const targets = invoicesOf(node.url, house.companies);
  const seconds = isShort ? { peak: 3, half: 20, over: 10 } : { peak: 15, half: 600, over: 60 };
  const ask = (plan: Pick<LoadPlan, 'connections' | 'perSecond' | 'durationMs'>) =>
    costOf(house, node.pid, { targets, ...plan });
  const peakNow = async () =>
    (await ask({ connections: PEAK_CONNECTIONS, perSecond: 0, durationMs: seconds.peak * 1_000 }))
      .stampedPerSecond;
  await peakNow();
  await house.postgres.sql('ANALYZE');
  const peakBefore = await peakNow();
  const open = (share: number, duration: number) =>
    ask({ connections: MOST_AT_ONCE, perSecond: share * peakBefore, durationMs: duration * 1_000 });
  tell(`load: half of ${show(peakBefore)}/s for ${seconds.half} s`);
  const half = await open(0.5, seconds.half);
  tell(`load: 1.5 times of ${show(peakBefore)}/s for ${seconds.over} s`);
  const over = await open(1.5, seconds.over);
  const peakAfter = await peakNow();
  const memory = memoryMb(node.pid);
  const { repeated } = await house.authority.ask('ledger');
  await house.close();
  return reportOf({ half, over, peakBefore, peakAfter, memory, repeated: Number(repeated) });
}

interface Seen {
  readonly half: Cost;
  readonly over: Cost;
  /** Stamped documents a second in a closed loop, before and after the two. */
  readonly peakBefore: number;
  readonly peakAfter: number;
  readonly memory: number;
  readonly repeated: number;
}

function errorsOf({ answered, stamped, broken }: Measured): number {
  return answered - stamped + broken;
}

function reportOf({ half, over, peakBefore, peakAfter, memory, repeated }: Seen): Report {
  const peak = (peakBefore + peakAfter) / 2;
  const { latencies, refusals } = over.measured;
  return {
    goals: [
      atMost('half of the peak: own time p99, ms', quantile(half.measured.latencies, 0.99), 60),
      atMost('half of the peak: own time p99.9, ms', quantile(half.measured.latencies, 0.999), 150),
      atMost('half of the peak: errors', errorsOf(half.measured), 0),
      atLeast(
        '1.5 times of the peak: share of the peak that is still stamped',
        over.stampedPerSecond / peak,
        0.9,
      ),
      atMost('1.5 times of the peak: refusals p99, ms', quantile(refusals, 0.99), 50),
      atMost('1.5 times of the peak: accepted p99, ms', quantile(latencies, 0.99), 1_000),
      atMost('documents that reached the authority twice', repeated, 0),
    ],
    text: [
      `Open loop, ${COMPANIES} companies, instant authority, so that all time is the service's own and the machine's; times count from when a request was due. Peak in a closed loop before and after: ${show(peakBefore)} and ${show(peakAfter)} per s. Memory of the service at the end: ${show(memory)} MB.`,
      table(
        ['', 'stamped per s', 'p50', 'p99', 'p99.9', 'most, ms', 'Node ms', 'PostgreSQL ms', 'answers'],
        [rowOf('half of the peak', half), rowOf('1.5 times of the peak', over)],
      ),
      table(
        ['refusals at 1.5 times', 'p50', 'p99', 'most, ms'],
        [['', ...[0.5, 0.99, 1].map((share) => show(quantile(refusals, share)))]],
      ),
    ],
    plots: {
      'load-latency': curvesSvg('Time until the answer, by the share of requests that were no slower', [
        { label: 'half of the peak', latencies: half.measured.latencies },
        { label: '1.5 times, accepted', latencies },
        { label: '1.5 times, refused', latencies: refusals },
      ]),
    },
  };
}

function rowOf(name: string, { measured, stampedPerSecond, nodeMs, postgresMs }: Cost): readonly string[] {
  const times = [0.5, 0.99, 0.999, 1].map((share) => show(quantile(measured.latencies, share)));
  return [name, show(stampedPerSecond), ...times, show(nodeMs), show(postgresMs), showStatuses(measured)];
}
