import { show, showSpread, table } from '../figures/markdown.ts';
import { quantile, spreadOf } from '../figures/statistics.ts';
import { fill } from '../growth/fill.ts';
import { atMost, type Report, type Run, type Section } from '../report.ts';
import { type BenchHouse, openBenchHouse } from '../rig/house.ts';
import { invoicesOf, type LoadPlan, type Measured, runLoad, showStatuses } from '../rig/load.ts';

/** What a rehearsal costs those who issue meanwhile. */
export const rehearsal: Section = {
  name: 'rehearsal',
  asks: 'How long are 100,000 documents rehearsed, and how much slower are documents issued meanwhile?',
  run: measureRehearsal,
};

/** One has much to rehearse, the others issue. */
const COMPANIES = 10;
const PER_SECOND = 40;
const CONNECTIONS = 200;
const LONGEST_S = 180;
const SLOWEST = 1.2;

interface Turn {
  readonly aloneMs: number;
  readonly besideMs: number;
  readonly seconds: number;
  readonly statuses: string;
}

async function measureRehearsal({ isShort, tell }: Run): Promise<Report> {
  const { documents, turns, windowMs } = isShort
    ? { documents: 10_000, turns: 2, windowMs: 5_000 }
    : { documents: 100_000, turns: 3, windowMs: 15_000 };
  const house = await openBenchHouse(COMPANIES);
  const { url } = await house.startNode();
  const [rehearsed, ...others] = house.companies;
  if (rehearsed === undefined) throw new Error('there are companies');
  await rehearsed.change({ schema_generation: 'v1' });
  tell(`rehearsal: ${documents} documents`);
  await fill({ ...house, companies: [rehearsed] }, url, { real: 1, copies: documents });
  // Whoever measures would measure the links of all these copies as well.
  await house.postgres.sql('DELETE FROM archive_queue');
  const plan: LoadPlan = {
    targets: invoicesOf(url, others),
    connections: CONNECTIONS,
    perSecond: PER_SECOND,
    durationMs: windowMs,
  };
  await runLoad(house.load, plan);
  const seen: Turn[] = [];
  while (seen.length < turns) {
    seen.push(await turn({ house, url, key: rehearsed.key, plan }));
    tell(`rehearsal: ${JSON.stringify(seen.at(-1))}`);
  }
  await house.close();
  return reportOf(seen, documents);
}

interface Scene {
  readonly house: BenchHouse;
  readonly url: string;
  readonly key: string;
  readonly plan: LoadPlan;
}

/** Alone, beside a rehearsal until that has ended, and alone again: the machine has other work, too. */
async function turn({ house, url, key, plan }: Scene): Promise<Turn> {
  const alone = await runLoad(house.load, plan);
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${key}` } });
    return JSON.parse(await response.text());
  };
  const { rehearsal_id: id } = await call('/rehearsals', { method: 'POST' });
  const beside: Measured[] = [];
  for (;;) {
    beside.push(await runLoad(house.load, plan));
    const { state, requested_at: from, finished_at: to, documents } = await call(`/rehearsals/${id}`);
    if (state === 'running') continue;
    if (documents.impossible > 0) throw new Error('the documents fit');
    const after = await runLoad(house.load, plan);
    return {
      aloneMs: p99Of([alone, after]),
      besideMs: p99Of(beside.slice(0, Math.max(1, beside.length - 1))),
      seconds: (Date.parse(to) - Date.parse(from)) / 1_000,
      statuses: [alone, ...beside, after].map(showStatuses).join('; '),
    };
  }
}

function p99Of(measured: readonly Measured[]): number {
  return quantile(
    measured.flatMap(({ latencies }) => [...latencies]),
    0.99,
  );
}

function reportOf(turns: readonly Turn[], documents: number): Report {
  const ratio = spreadOf(turns.map(({ aloneMs, besideMs }) => besideMs / aloneMs));
  const seconds = spreadOf(turns.map((one) => one.seconds));
  return {
    goals: [
      atMost(`seconds for ${documents.toLocaleString('en')} documents`, seconds.median, LONGEST_S),
      atMost('p99 of an issuance beside a rehearsal, times that alone', ratio.median, SLOWEST),
    ],
    text: [
      `One company has ${documents.toLocaleString('en')} documents of v1, copies of one invoice of three lines to a customer with an address, which are rehearsed in v2; ${COMPANIES - 1} others issue ${PER_SECOND} invoices a second between them, in an open loop. Each turn measures them alone, then until the rehearsal has ended, and alone again; the last window beside it, in which it ends, is left out where there are others. Median (least to most) of ${turns.length} turns.`,
      table(
        ['measured', ''],
        [
          ['seconds of a rehearsal', showSpread(seconds)],
          ['p99 alone, ms', showSpread(spreadOf(turns.map(({ aloneMs }) => aloneMs)))],
          ['p99 beside it, ms', showSpread(spreadOf(turns.map(({ besideMs }) => besideMs)))],
          ['beside, times alone', showSpread(ratio)],
          ['documents a second', show(documents / seconds.median)],
        ],
      ),
    ],
    plots: {},
  };
}
