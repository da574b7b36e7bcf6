import { setTimeout as sleep } from 'node:timers/promises';
import { conclude } from './conclude.ts';
import { countOpen, numberOf, OPEN } from './gather-evidence.ts';
import { broken, type Drill, quantile, together } from './options.ts';
import type { Rig } from './rig.ts';
import { inTime, onRig, type Scene } from './scene.ts';
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
const contingencyOf = ({ quarantineMs, untilFormal }: Way): Drill =>
  onRig({ companies: 2, times: { ...TIMES, quarantineMs } }, async (scene) => {
    const { rig, shop, chance, options, closes } = scene;
    const [live, beside] = [closes(openShop('live')), closes(openShop('beside'))];
    const urls = [(await rig.startNode()).url, (await rig.startNode()).url] as const;
    const nodes = () => urls[Math.floor(chance() * urls.length)];
    const [waiting, selling] = [rig.company(0), rig.company(1)];
    const { nit } = waiting;
    await rig.authority.script({ service: 'all', action: 'down', forMs: HOUR_MS, nit });
    const sales = { companies: [waiting], clients: CLIENTS, pauseMs: 0, sales: options.cycles };
    const queueing = startTraffic(scene, { nodes, ...sales });
    await inTime(queueing.done, scene, async () => `${await countOpen(rig)} documents wait`);
    await queueing.stop();
    const queued = await countOpen(rig);
    const formalMs = untilFormal
      ? await timed(() => untilFew(scene, { query: TO_BECOME_FORMAL, few: 0, what: 'not formal yet' }))
      : 0;
    const seller = { nodes, clients: 1, pauseMs: LIVE_PAUSE_MS };
    const traffics = [
      startTraffic({ ...scene, shop: live }, { ...seller, companies: [waiting] }),
      startTraffic({ ...scene, shop: beside }, { ...seller, companies: [selling] }),
    ];
    await rig.authority.behave();
    const drainMs = await timed(() => untilFew(scene, { query: OPEN, few: LIVE_CLIENTS, what: 'open' }));
    await Promise.all(traffics.map((traffic) => traffic.stop()));
    const concluded = await conclude({ rig, shop: allOf([shop, live, beside]) }, urls[0], PATIENCE_MS);
    return together(
      { figures: { queued, formal_ms: formalMs, drain_ms: drainMs } },
      await ofDrain(rig, nit, queued),
      { figures: { ...liveFigures('live', live), ...liveFigures('beside', beside) } },
      concluded,
    );
  });

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
  SELECT count(*)::int FROM documents d WHERE state <> 'stamped' AND contingency_type IS NULL
    AND NOT EXISTS (SELECT 1 FROM attempts a WHERE a.company_id = d.company_id AND a.document_id = d.document_id
                      AND a.outcome = 'unknown')`;

/** Each live client may have a sale under way. */
const LIVE_CLIENTS = 2;

interface Left {
  readonly query: string;
  readonly few: number;
  readonly what: string;
}

/** Waits until few documents are left of those that the query counts. */
async function untilFew({ rig, late, options }: Scene, { query, few, what }: Left): Promise<void> {
  for (let left = await numberOf(rig, query); left > few && !late(); left = await numberOf(rig, query)) {
    options.say(`${left} documents are ${what}`);
    await sleep(Math.min(REPORT_MS, 500 + left * 5));
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
      busy: sum(({ counts }) => counts.busy),
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

/** Order and pace by the authority's own clock; the documents of the outage have the numbers up to what was queued. */
async function ofDrain(rig: Rig, nit: string, queued: number) {
  const rows = await rig.authority.ledger(nit, 'stamped');
  const drained = rows
    .map(({ numeroControl, stampedAt, codigoLote }) => ({
      number: Number(numeroControl?.slice(-15)),
      stampedMs: Date.parse(stampedAt ?? ''),
      codigoLote,
    }))
    .filter(({ number }) => number <= queued)
    .toSorted((a, b) => a.stampedMs - b.stampedMs);
  const displaced = drained.map(({ number }, index) => Math.abs(number - index - 1));
  const lotes = drained.flatMap(({ codigoLote }) => codigoLote ?? []);
  const { told, violations } = await ofEvents(rig);
  return {
    figures: {
      events: told,
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
  const ofAll = (what: string) => numberOf(rig, `SELECT ${what}::int FROM contingency_events`);
  const largest = await numberOf(
    rig,
    `SELECT coalesce(max(listed), 0)::int
     FROM (SELECT count(*) AS listed FROM contingency_items GROUP BY company_id, event_id) i`,
  );
  const [events, sealed] = [await ofAll('count(*)'), await ofAll('count(sealed_at)')];
  return {
    told: `${sealed} sealed of ${events}, the largest of ${largest}`,
    violations: broken('late', late),
  };
}
