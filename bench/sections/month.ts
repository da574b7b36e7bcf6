import { setTimeout as sleep } from 'node:timers/promises';
import type { Resident } from '../../test/support/house-company.ts';
import { show, showSpread, table } from '../figures/markdown.ts';
import { median, quantile, ratioOf, spreadOf } from '../figures/statistics.ts';
import { lastMonth, multiplyMonth } from '../listing/multiply-month.ts';
import { atMost, type Report, type Run, type Section } from '../report.ts';
import { takeTurns } from '../rig/contenders.ts';
import { type BenchHouse, openBenchHouse } from '../rig/house.ts';
import { invoicesOf, issueOne, runLoad } from '../rig/load.ts';
import { memoryMb, processorOf } from '../rig/processor.ts';
import type { SelloNode } from '../rig/sello.ts';

/** What an accountant's month costs, and whoever issues meanwhile. */
export const month: Section = {
  name: 'month',
  asks: 'How long does the export of a month of 300,000 documents take while others issue, in how much memory, and how much longer do they wait?',
  run: measureMonth,
};

const DOCUMENTS = 300_000;
const SELLERS = 10;
/** Sales of all sellers together. */
const SALES_PER_SECOND = 10;
const LOOK_MS = 100;
const MOST_SECONDS = 60;
const MOST_MB = 200;
const MOST_TIMES = 1.2;
const BESIDE = 'beside the export';
const ALONE = 'alone';

interface Seen {
  readonly latencies: Float64Array;
  readonly exported: Exported | null;
}

interface Exported {
  readonly seconds: number;
  readonly bytes: number;
  /** The most that the service took more than before, and the processor of it, in milliseconds. */
  readonly extraMb: number;
  readonly nodeMs: number;
}

async function measureMonth({ isShort, tell }: Run): Promise<Report> {
  const house = await openBenchHouse(SELLERS + 1);
  const node = await house.startNode();
  const declarer = house.companies[SELLERS];
  if (declarer === undefined) throw new Error('nobody declares');
  const documents = isShort ? DOCUMENTS / 20 : DOCUMENTS;
  await issueOne(node.url, declarer);
  tell(`month: ${documents} documents of one company`);
  await multiplyMonth(house.postgres, declarer.companyId, documents);
  const plan = {
    targets: invoicesOf(node.url, house.companies.slice(0, SELLERS)),
    perSecond: SALES_PER_SECOND,
    connections: 1_000,
  };
  await runLoad(house.load, { ...plan, durationMs: isShort ? 2_000 : 10_000 });
  const turn = async (durationMs: number, exported: Promise<Exported> | null): Promise<Seen> => {
    const { latencies } = await runLoad(house.load, { ...plan, durationMs });
    return { latencies, exported: await exported };
  };
  tell('month: turns');
  const seen = await takeTurns(
    [
      { name: ALONE, turn: (durationMs) => turn(durationMs, null) },
      { name: BESIDE, turn: (durationMs) => turn(durationMs, exportMonth(node, declarer)) },
    ],
    isShort ? { turns: 1, durationMs: 3_000 } : { turns: 3, durationMs: 20_000 },
  );
  await close(house);
  return reportOf(seen, documents);
}

async function close(house: BenchHouse): Promise<void> {
  await sleep(LOOK_MS);
  await house.close();
}

async function exportMonth(node: SelloNode, { key }: Resident): Promise<Exported> {
  const [beforeMb, beforeMs] = [memoryMb(node.pid), processorOf(node.pid)];
  const began = performance.now();
  let mostMb = beforeMb;
  const looking = setInterval(() => {
    mostMb = Math.max(mostMb, memoryMb(node.pid));
  }, LOOK_MS);
  try {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${node.url}/reports/f07/${lastMonth(Date.now())}`, { headers });
    if (answer.status !== 200 || answer.body === null)
      throw new Error(`the export answered ${answer.status}`);
    let bytes = 0;
    for await (const piece of answer.body) bytes += piece.length;
    return {
      seconds: (performance.now() - began) / 1000,
      bytes,
      extraMb: mostMb - beforeMb,
      nodeMs: processorOf(node.pid) - beforeMs,
    };
  } finally {
    clearInterval(looking);
  }
}

function reportOf(seen: ReadonlyMap<string, readonly Seen[]>, documents: number): Report {
  const p99Of = (name: string) => (seen.get(name) ?? []).map(({ latencies }) => quantile(latencies, 0.99));
  const exports = (seen.get(BESIDE) ?? []).flatMap(({ exported }) => (exported === null ? [] : [exported]));
  const middle = (figure: (exported: Exported) => number) => median(exports.map(figure));
  const spread = (figure: (exported: Exported) => number) => showSpread(spreadOf(exports.map(figure)));
  const { median: times } = ratioOf(p99Of(BESIDE), p99Of(ALONE));
  return {
    goals: [
      atMost(
        's for the export of the month',
        middle(({ seconds }) => seconds),
        MOST_SECONDS,
      ),
      atMost(
        'MB more of the service meanwhile, at the most',
        // The first turn grows the memory that the others use again.
        Math.max(...exports.map(({ extraMb }) => extraMb)),
        MOST_MB,
      ),
      atMost('p99 of who issues beside it, times alone', times, MOST_TIMES),
    ],
    text: [
      `One company has ${documents.toLocaleString('en')} documents of the last month, four of five of them facturas and the others CCF; ten others issue ${SALES_PER_SECOND} invoices a second together (open loop), by turns alone and while all annexes and the control sheet are read over HTTP. Median (least to most) of the turns.`,
      table(
        ['', 's', 'MB of the file', 'MB more', 's of the processor of the service'],
        [
          [
            'export',
            spread(({ seconds }) => seconds),
            spread(({ bytes }) => bytes / 2 ** 20),
            spread(({ extraMb }) => extraMb),
            spread(({ nodeMs }) => nodeMs / 1000),
          ],
        ],
      ),
      table(
        ['issuing', 'p50 ms', 'p99 ms'],
        [ALONE, BESIDE].map((name) => [
          name,
          show(median((seen.get(name) ?? []).map(({ latencies }) => quantile(latencies, 0.5)))),
          showSpread(spreadOf(p99Of(name))),
        ]),
      ),
    ],
    plots: {},
  };
}
