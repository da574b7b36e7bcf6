import { setTimeout as sleep } from 'node:timers/promises';
import type { Resident } from '../support/house-company.ts';
import { conclude } from './conclude.ts';
import { countOpen } from './gather-evidence.ts';
import { chances, type Drill, type DrillOptions, deadlineOf, quantile, type Violation } from './options.ts';
import { openRig, type Rig } from './rig.ts';
import { openShop, type Shop } from './sell.ts';
import { startTraffic } from './traffic.ts';

const TIMES = { callTimeoutMs: 2_000, requestBudgetMs: 5_000, quarantineMs: 120_000 };
const HOUR_MS = 3_600_000;
const CLIENTS = 24;
const LIVE_CLIENTS = 2;
const LIVE_PAUSE_MS = 200;
const REPORT_MS = 10_000;
const PATIENCE_MS = 30_000;
const PACE_MS = 5_000;

/** One cycle is a document issued in an outage; afterwards all of them are brought in while others are issued live. */
export const contingency: Drill = async (options) => {
  const rig = await openRig({ companies: 2, times: TIMES });
  const shop = openShop();
  const live = openShop('live');
  try {
    const urls = [(await rig.startNode()).url, (await rig.startNode()).url];
    const chance = chances(options.seed);
    const nodes = () => urls[Math.floor(chance() * urls.length)];
    const [waiting, selling] = rig.companies;
    if (waiting === undefined || selling === undefined) throw new Error('no companies');
    const late = deadlineOf(options);
    await rig.authority.script({ service: 'all', action: 'down', forMs: HOUR_MS, nit: waiting.nit });
    const sales = { companies: [waiting], clients: CLIENTS, pauseMs: 0, sales: options.cycles };
    const queueing = startTraffic({ shop, nodes, chance, ...sales });
    await Promise.race([queueing.done, untilLate(late)]);
    await queueing.stop();
    const queued = await countOpen(rig);
    options.say(`${queued} documents wait`);
    const traffic = startTraffic({
      ...{ shop: live, nodes, chance, clients: LIVE_CLIENTS, pauseMs: LIVE_PAUSE_MS },
      companies: [waiting, selling],
    });
    await rig.authority.behave();
    const started = performance.now();
    await drain(rig, late, options);
    const drainMs = Math.round(performance.now() - started);
    await traffic.stop();
    const everything = bothOf(shop, live);
    const { figures, violations } = await conclude(rig, everything, {
      url: urls[0] ?? '',
      patienceMs: PATIENCE_MS,
    });
    const drained = await ofDrain(rig, waiting);
    const told = { queued, drain_ms: drainMs, ...drained.figures, ...liveFigures(live) };
    return { figures: { ...told, ...figures }, violations: [...drained.violations, ...violations] };
  } finally {
    await Promise.all([shop.close(), live.close()]);
    await rig.close();
  }
};

async function untilLate(late: () => boolean): Promise<void> {
  while (!late()) await sleep(100);
}

async function drain(rig: Rig, late: () => boolean, { say }: DrillOptions): Promise<void> {
  for (let open = await countOpen(rig); open > LIVE_CLIENTS && !late(); open = await countOpen(rig)) {
    say(`${open} documents open`);
    await sleep(Math.min(REPORT_MS, open * 5));
  }
}

function bothOf(shop: Shop, live: Shop): Shop {
  return {
    ...shop,
    openSales: () => [...shop.openSales(), ...live.openSales()],
    sales: () => [...shop.sales(), ...live.sales()],
    counts: {
      unanswered: shop.counts.unanswered + live.counts.unanswered,
      failed: shop.counts.failed + live.counts.failed,
    },
  };
}

function liveFigures(live: Shop) {
  const told = live.openSales().map((sale) => sale.told[0]);
  return {
    live_sales: told.length,
    live_stamped_at_once: told.filter((one) => one?.outcome === 'stamped').length,
    live_median_ms: Math.round(quantile(live.latencies, 0.5)),
    live_p99_ms: Math.round(quantile(live.latencies, 0.99)),
  };
}

interface Drained {
  readonly number: number;
  readonly stampedMs: number;
  readonly inLote: boolean;
}

/** Order and pace by the authority's own clock; lateness by the limits of the law that each document carries. */
async function ofDrain(rig: Rig, { nit }: Resident) {
  const rows = await rig.authority.ledger(nit, 'stamped');
  const drained: readonly Drained[] = rows
    .map(({ numeroControl, stampedAt, codigoLote }) => ({
      number: Number(numeroControl?.slice(-15)),
      stampedMs: Date.parse(stampedAt ?? ''),
      inLote: codigoLote !== null,
    }))
    .toSorted((a, b) => a.stampedMs - b.stampedMs);
  const displaced = drained.map(({ number }, index) => Math.abs(number - index - 1));
  const first = drained[0]?.stampedMs ?? 0;
  const paces = [
    ...Map.groupBy(drained, ({ stampedMs }) => Math.floor((stampedMs - first) / PACE_MS)).values(),
  ];
  const late = await rig.postgres.sql(`
    SELECT d.control_number, d.settled_at, d.transmit_until, e.sealed_at, e.report_until
    FROM documents d JOIN contingency_events e USING (company_id, event_id)
    WHERE d.settled_at > e.transmit_until OR e.sealed_at > e.report_until OR e.sealed_at IS NULL`);
  const [events] = await rig.postgres.sql(
    'SELECT count(*)::int AS events, count(sealed_at)::int AS sealed FROM contingency_events',
  );
  const violations: readonly Violation[] = late.map((row) => ({ rule: 'late', what: JSON.stringify(row) }));
  return {
    figures: {
      events: `${events?.['sealed']} sealed of ${events?.['events']}`,
      in_lotes: drained.filter(({ inLote }) => inLote).length,
      median_displacement: quantile(displaced, 0.5),
      furthest_displacement: Math.max(0, ...displaced),
      pace_a_second: paces.map((pace) => Math.round((pace.length * 1_000) / PACE_MS)).join(' '),
    },
    violations,
  };
}
