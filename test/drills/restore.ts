import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { conclude } from './conclude.ts';
import { chances, type Drill, type DrillOptions, deadlineOf, type Violation } from './options.ts';
import type { ServingProcess } from './processes.ts';
import { openRig, type Rig } from './rig.ts';
import { type OpenSale, openShop, type Shop } from './sell.ts';

const TIMES = { callTimeoutMs: 700, requestBudgetMs: 1_500, quarantineMs: 3_000 };
const COMPANIES = 2;
const CLIENTS = 6;
const PATIENCE_MS = 120_000;
/** A bad day, so that what is open when the database dies is of every kind. */
const BAD_DAY = { preset: 'bad-day' };

/**
 * One cycle is a rehearsal of the worst: back up, issue on, kill the nodes and throw the database away, fill a new one
 * from the old backup, see that nothing is numbered, reconcile, and issue on, with callers that repeat what they have
 * had no stamp for, and some of the rest.
 */
export const restore: Drill = async (options) => {
  const late = deadlineOf(options);
  const total = { rehearsals: 0, restored: 0, sales: 0, stamps: 0 };
  const violations: Violation[] = [];
  for (let cycle = 0; cycle < options.cycles && !late(); cycle += 1) {
    const result = await rehearse({ ...options, seed: options.seed * 1_000 + cycle });
    total.rehearsals += 1;
    total.restored += result.restored;
    total.sales += Number(result.figures['sales']);
    total.stamps += Number(result.figures['stamps']);
    violations.push(...result.violations);
    options.say(
      `rehearsal ${total.rehearsals}: ${JSON.stringify(result.figures)}, ${result.restored} put back, ${result.violations.length} violations`,
    );
  }
  return { figures: total, violations };
};

async function rehearse(options: DrillOptions) {
  const chance = chances(options.seed);
  const rig = await openRig({ companies: COMPANIES, times: TIMES, main: options.main });
  const shop = openShop();
  try {
    const backup = join(rig.place, 'backup');
    const before = await rig.startNode();
    await sell({ rig, shop, chance, nodes: [before], sales: 24 });
    await rig.sello(['backup', backup]);
    const second = await rig.startNode();
    await rig.setFaults({ ...BAD_DAY, seed: options.seed });
    await sell({ rig, shop, chance, nodes: [before, second], sales: 48 });
    // Some are under way when everything dies.
    const last = sell({ rig, shop, chance, nodes: [before, second], sales: 30, tries: 1 });
    await sleep(chance() * 300);
    await Promise.all([before.kill(), second.kill()]);
    await last;
    await rig.postgres.replace();
    await rig.sello(['restore', backup]);
    const node = await rig.startNode();
    const refused = await ofRefusal(shop, rig, node);
    const { restored = 0 } = await rig.sello(['reconcile']);
    await rig.setFaults({ probabilities: {} });
    await sell({ rig, shop, chance, nodes: [node], sales: 30 });
    const again = await repeatAll(shop, node);
    const { figures, violations } = await conclude(rig, shop, { url: node.url, patienceMs: PATIENCE_MS });
    return { figures, restored: Number(restored), violations: [...refused, ...again, ...violations] };
  } finally {
    await shop.close();
    await rig.close();
  }
}

interface Selling {
  readonly rig: Rig;
  readonly shop: Shop;
  readonly chance: () => number;
  readonly nodes: readonly ServingProcess[];
  readonly sales: number;
  readonly tries?: number;
}

async function sell({ rig, shop, chance, nodes, sales, tries = 3 }: Selling): Promise<void> {
  const place = () => nodes[Math.floor(chance() * nodes.length)]?.url;
  const one = async () => {
    for (let sale = 0; sale < sales / CLIENTS; sale += 1) {
      const company = rig.companies[Math.floor(chance() * rig.companies.length)];
      if (company === undefined) throw new Error('the rig has no company');
      await shop.postUntilAnswered(shop.newSale(company, chance() < 0.2 ? 'ccf' : 'factura'), place, tries);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, one));
}

/** Until it is reconciled, the database that has forgotten gives no number, and tells what it has. */
async function ofRefusal(shop: Shop, rig: Rig, node: ServingProcess): Promise<readonly Violation[]> {
  const [first] = shop.openSales();
  const company = rig.companies[0];
  if (first === undefined || company === undefined) throw new Error('nothing was sold');
  const known = await shop.post(first, node.url);
  const fresh = await shop.post(shop.newSale(company), node.url);
  return [
    ...(known?.outcome === 'stamped'
      ? []
      : [{ rule: 'a stamped sale is not told', what: JSON.stringify(known) }]),
    ...(fresh?.status === 500 ? [] : [{ rule: 'numbered before reconciling', what: JSON.stringify(fresh) }]),
  ];
}

/** What was answered before the database died is answered in the same way after it. */
async function repeatAll(shop: Shop, node: ServingProcess): Promise<readonly Violation[]> {
  const stamped = shop.openSales().filter(isStamped);
  const violations: Violation[] = [];
  for (const sale of stamped) {
    const before = sale.told.find(({ outcome }) => outcome === 'stamped');
    const now = await shop.post(sale, node.url);
    if (now?.sello !== before?.sello || now?.numeroControl !== before?.numeroControl)
      violations.push({
        rule: 'acknowledged and lost',
        what: JSON.stringify({ ref: sale.ref, before, now }),
      });
  }
  return violations;
}

function isStamped({ told }: OpenSale): boolean {
  return told.some(({ outcome }) => outcome === 'stamped');
}
