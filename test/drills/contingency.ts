import { setTimeout as sleep } from 'node:timers/promises';
import { conclude } from './conclude.ts';
import { countOpen } from './gather-evidence.ts';
import { chances, type Drill, type DrillOptions, deadlineOf, quantile, type Violation } from './options.ts';
import { openRig, type Rig } from './rig.ts';
import { openShop, type Shop } from './sell.ts';
import { startTraffic } from './traffic.ts';

const TIMES = { callTimeoutMs: 2_000, requestBudgetMs: 5_000 };
const HOUR_MS = 3_600_000;
const CLIENTS = 24;
const LIVE_PAUSE_MS = 200;
const REPORT_MS = 10_000;
const PATIENCE_MS = 30_000;
const PARTS = 12;

interface Way {
  readonly quarantineMs: number;
  /** Whether the outage lasts until every document is formal. */
  readonly untilFormal: boolean;
}

/** The quarantine of production, so that nothing becomes formal on a slow machine either. */
const NORMAL: Way = { quarantineMs: 900_000, untilFormal: false };
const FORMAL: Way = { quarantineMs: 20_000, untilFormal: true };

/** One cycle is a document issued in an outage; afterwards all of them are brought in while others are issued live. */
const contingencyOf =
  (way: Way): Drill =>
  async (options) => {
    const { main } = options;
    const times = { ...TIMES, quarantineMs: way.quarantineMs };
    const rig = await openRig({ companies: 2, times, main });
    const shops = [openShop(), openShop('live'), openShop('beside')] as const;
    const [shop, live, beside] = shops;
    try {
      const urls = [(await rig.startNode()).url, (await rig.startNode()).url];
      const chance = chances(options.seed);
      const nodes = () => urls[Math.floor(chance() * urls.length)];
      const [waiting, selling] = rig.companies;
      if (waiting === undefined || selling === undefined) throw new Error('no companies');
      const late = deadlineOf(options);
      const { nit } = waiting;
      await rig.authority.script({ service: 'all', action: 'down', forMs: HOUR_MS, nit });
      const sales = { companies: [waiting], clients: CLIENTS, pauseMs: 0, sales: options.cycles };
      const queueing = startTraffic({ shop, nodes, chance, ...sales });
      await Promise.race([queueing.done, untilLate(late)]);
      await queueing.stop();
      const queued = await countOpen(rig);
      options.say(`${queued} documents wait`);
      const formalMs = way.untilFormal ? await timed(() => becomeFormal(rig, late, options)) : 0;
      const seller = { nodes, chance, clients: 1, pauseMs: LIVE_PAUSE_MS };
      const traffics = [
        startTraffic({ ...seller, shop: live, companies: [waiting] }),
        startTraffic({ ...seller, shop: beside, companies: [selling] }),
      ];
      await rig.authority.behave();
      const drainMs = await timed(() => drain(rig, late, options));
      await Promise.all(traffics.map((traffic) => traffic.stop()));
      const { figures, violations } = await conclude(rig, allOf(shops), {
        url: urls[0] ?? '',
        patienceMs: PATIENCE_MS,
      });
      const drained = await ofDrain(rig, { nit, queued });
      const told = {
        queued,
        formal_ms: formalMs,
        drain_ms: drainMs,
        ...drained.figures,
        ...liveFigures('live', live),
        ...liveFigures('beside', beside),
      };
      return { figures: { ...told, ...figures }, violations: [...drained.violations, ...violations] };
    } finally {
      await Promise.all(shops.map((one) => one.close()));
      await rig.close();
    }
  };

/** The outage ends before a document becomes formal: each is sent as any other. */
export const contingency: Drill = contingencyOf(NORMAL);

/** The outage outlasts the quarantine: events list the documents, and lotes bring them. */
export const formalContingency: Drill = contingencyOf(FORMAL);

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round(performance.now() - started);
}

/** What may have arrived when the outage began stays in doubt until its end. */
const TO_BECOME_FORMAL = `
  SELECT count(*)::int AS open FROM documents d WHERE state <> 'stamped' AND contingency_type IS NULL
    AND NOT EXISTS (SELECT 1 FROM attempts a WHERE a.company_id = d.company_id AND a.document_id = d.document_id
                      AND a.outcome = 'unknown')`;

async function becomeFormal(rig: Rig, late: () => boolean, { say }: DrillOptions): Promise<void> {
  for (;;) {
    const [row] = await rig.postgres.sql(TO_BECOME_FORMAL);
    const open = Number(row?.['open']);
    if (open === 0 || late()) return;
    say(`${open} documents are not formal yet`);
    await sleep(Math.min(REPORT_MS, 1_000 + open));
  }
}

async function untilLate(late: () => boolean): Promise<void> {
  while (!late()) await sleep(100);
}

/** Each live client may have a sale under way. */
const LIVE_CLIENTS = 2;

async function drain(rig: Rig, late: () => boolean, { say }: DrillOptions): Promise<void> {
  for (let open = await countOpen(rig); open > LIVE_CLIENTS && !late(); open = await countOpen(rig)) {
    say(`${open} documents open`);
    await sleep(Math.min(REPORT_MS, 500 + open * 5));
  }
}

function allOf(shops: readonly [Shop, ...Shop[]]): Shop {
  const sum = (of: (shop: Shop) => number) => shops.reduce((total, shop) => total + of(shop), 0);
  return {
    ...shops[0],
    openSales: () => shops.flatMap((shop) => shop.openSales()),
    sales: () => shops.flatMap((shop) => shop.sales()),
    counts: {
      unanswered: sum(({ counts }) => counts.unanswered),
      failed: sum(({ counts }) => counts.failed),
    },
  };
}

function liveFigures(name: string, shop: Shop) {
  const told = shop.openSales().map((sale) => sale.told[0]);
  return {
    [`${name}_sales`]: told.length,
    [`${name}_stamped_at_once`]: told.filter((one) => one?.outcome === 'stamped').length,
    [`${name}_median_ms`]: Math.round(quantile(shop.latencies, 0.5)),
    [`${name}_p99_ms`]: Math.round(quantile(shop.latencies, 0.99)),
  };
}

interface Queue {
  readonly nit: string;
  /** The documents of the outage have the numbers from 1 to this. */
  readonly queued: number;
}

/** Order and pace by the authority's own clock. */
async function ofDrain(rig: Rig, { nit, queued }: Queue) {
  const rows = await rig.authority.ledger(nit, 'stamped');
  const drained: readonly {
    readonly number: number;
    readonly stampedMs: number;
    readonly codigoLote: string | null;
  }[] = rows
    .map(({ numeroControl, stampedAt, codigoLote }) => ({
      number: Number(numeroControl?.slice(-15)),
      stampedMs: Date.parse(stampedAt ?? ''),
      codigoLote,
    }))
    .filter(({ number }) => number <= queued)
    .toSorted((a, b) => a.stampedMs - b.stampedMs);
  const displaced = drained.map(({ number }, index) => Math.abs(number - index - 1));
  const lotes = drained.flatMap(({ codigoLote }) => codigoLote ?? []);
  const { events, sealed, largest, violations } = await ofEvents(rig);
  return {
    figures: {
      events: `${sealed} sealed of ${events}, the largest of ${largest}`,
      lotes: `${new Set(lotes).size} with ${lotes.length} documents`,
      median_displacement: quantile(displaced, 0.5),
      furthest_displacement: Math.max(0, ...displaced),
      ...paceOf(drained.map(({ stampedMs }) => stampedMs)),
    },
    violations,
  };
}

/** From the first stamp to the last, in equal parts of that time. */
function paceOf(stampedMs: readonly number[]) {
  const [first = 0, last = 0] = [stampedMs[0], stampedMs.at(-1)];
  const partMs = Math.max(1, last - first) / PARTS;
  const inPart = (part: number) =>
    stampedMs.filter((each) => Math.min(PARTS - 1, Math.floor((each - first) / partMs)) === part).length;
  const paces = Array.from({ length: PARTS }, (_, part) => Math.round((inPart(part) * 1_000) / partMs));
  return {
    stamping_ms: last - first,
    mean_a_second: Math.round((stampedMs.length * 1_000) / (partMs * PARTS)),
    pace_a_second: paces.join(' '),
  };
}

/** Lateness is measured with the limits of the law that each event carries. */
async function ofEvents(rig: Rig) {
  const late = await rig.postgres.sql(`
    SELECT d.control_number, d.settled_at, e.transmit_until, e.sealed_at, e.report_until
    FROM documents d JOIN contingency_events e USING (company_id, event_id)
    WHERE d.settled_at > e.transmit_until OR e.sealed_at > e.report_until OR e.sealed_at IS NULL`);
  const [row] = await rig.postgres.sql(`
    SELECT count(*)::int AS events, count(sealed_at)::int AS sealed, coalesce(max(listed), 0)::int AS largest
    FROM contingency_events e CROSS JOIN LATERAL (
      SELECT count(*) AS listed FROM contingency_items i WHERE i.company_id = e.company_id AND i.event_id = e.event_id) i`);
  const violations: readonly Violation[] = late.map((each) => ({
    rule: 'late',
    what: JSON.stringify(each),
  }));
  const figure = (name: string) => Number(row?.[name]);
  return { events: figure('events'), sealed: figure('sealed'), largest: figure('largest'), violations };
}
