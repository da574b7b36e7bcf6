import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { conclude } from './conclude.ts';
import { broken, type Drill, deadlineOf, together, unless, type Violation } from './options.ts';
import type { ServingProcess } from './processes.ts';
import type { Rig, RigOptions } from './rig.ts';
import { onRig, type Scene } from './scene.ts';
import type { Shop } from './sell.ts';

const TIMES = { callTimeoutMs: 700, requestBudgetMs: 1_500, quarantineMs: 3_000 };
const COMPANIES = 2;
const CLIENTS = 6;
const PATIENCE_MS = 120_000;
/** A bad day, so that what is open when the database dies is of every kind. */
const BAD_DAY = { preset: 'bad-day' };

/** On what the rehearsals run. */
export interface Restoring {
  readonly database?: RigOptions['database'];
  /** What is done with a database that was filled, before a node uses it. */
  readonly prepare?: (rig: Rig) => Promise<unknown>;
}

/**
 * One cycle is a rehearsal of the worst: back up, issue on, kill the nodes and throw the database away, fill a new one
 * from the old backup, see that nothing is numbered, reconcile, and issue on, with callers that repeat what they have
 * had no stamp for, and some of the rest.
 */
export const restoreOn =
  (place: Restoring): Drill =>
  async (options) => {
    const rehearse = rehearsalOn(place);
    const late = deadlineOf(options);
    const total = { rehearsals: 0, restored: 0, sales: 0, stamps: 0 };
    const violations: Violation[] = [];
    for (let cycle = 0; cycle < options.cycles && !late(); cycle += 1) {
      const result = await rehearse({ ...options, seed: options.seed * 1_000 + cycle });
      total.rehearsals += 1;
      for (const figure of ['restored', 'sales', 'stamps'] as const)
        total[figure] += Number(result.figures[figure]);
      violations.push(...result.violations);
      options.say(
        `rehearsal ${total.rehearsals}: ${JSON.stringify(result.figures)}, ${result.violations.length} violations`,
      );
    }
    return { figures: total, violations };
  };

export const restore: Drill = restoreOn({});

const rehearsalOn = ({ database, prepare }: Restoring): Drill =>
  onRig({ companies: COMPANIES, times: TIMES, ...(database && { database }) }, async (scene) => {
    const { rig, shop, chance, options } = scene;
    const backup = join(rig.place, 'backup');
    const before = await rig.startNode();
    await sell(scene, { nodes: [before], sales: 24 });
    await rig.sello(['backup', backup]);
    const second = await rig.startNode();
    await rig.setFaults({ ...BAD_DAY, seed: options.seed });
    await sell(scene, { nodes: [before, second], sales: 48 });
    // Some are under way when everything dies.
    const last = sell(scene, { nodes: [before, second], sales: 30, tries: 1 });
    await sleep(chance() * 300);
    await Promise.all([before.kill(), second.kill()]);
    await last;
    await rig.postgres.replace();
    await rig.sello(['restore', backup]);
    await prepare?.(rig);
    const node = await rig.startNode();
    const refused = await ofRefusal(scene, node);
    const { restored = 0 } = await rig.sello(['reconcile']);
    await rig.setFaults({ probabilities: {} });
    await sell(scene, { nodes: [node], sales: 30 });
    const again = await repeatAll(shop, node);
    const concluded = await conclude(scene, node.url, PATIENCE_MS);
    return together(
      { figures: { restored: Number(restored) }, violations: [...refused, ...again] },
      concluded,
    );
  });

interface Selling {
  readonly nodes: readonly ServingProcess[];
  readonly sales: number;
  readonly tries?: number;
}

async function sell({ rig, shop, chance }: Scene, { nodes, sales, tries = 3 }: Selling): Promise<void> {
  const place = () => nodes[Math.floor(chance() * nodes.length)]?.url;
  const one = async () => {
    for (let sale = 0; sale < sales / CLIENTS; sale += 1) {
      const company = rig.company(Math.floor(chance() * rig.companies.length));
      await shop.postUntilAnswered(shop.newSale(company, chance() < 0.2 ? 'ccf' : 'factura'), place, tries);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, one));
}

/** Until it is reconciled, the database that has forgotten gives no number, and tells what it has. */
async function ofRefusal({ rig, shop }: Scene, node: ServingProcess): Promise<readonly Violation[]> {
  const [first] = shop.openSales();
  if (first === undefined) throw new Error('nothing was sold');
  const known = await shop.post(first, node.url);
  const fresh = await shop.post(shop.newSale(rig.company(0)), node.url);
  return [
    ...unless(known?.outcome === 'stamped', 'a stamped sale is not told', known),
    ...unless(fresh?.status === 500, 'numbered before reconciling', fresh),
  ];
}

/** What was answered before the database died is answered in the same way after it. */
async function repeatAll(shop: Shop, node: ServingProcess): Promise<readonly Violation[]> {
  const changed: unknown[] = [];
  for (const sale of shop.openSales()) {
    const before = sale.told.find(({ outcome }) => outcome === 'stamped');
    if (before === undefined) continue;
    const now = await shop.post(sale, node.url);
    if (now?.sello !== before.sello || now.numeroControl !== before.numeroControl)
      changed.push({ ref: sale.ref, before, now });
  }
  return broken('acknowledged and lost', changed);
}
