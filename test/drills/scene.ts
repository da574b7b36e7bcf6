import { setTimeout as sleep } from 'node:timers/promises';
import { chances, type Drill, type DrillOptions, type DrillResult, deadlineOf } from './options.ts';
import { openRig, type Rig, type RigOptions } from './rig.ts';
import { openShop, type Shop } from './sell.ts';

/** What a drill has to do with. */
export interface Scene {
  readonly rig: Rig;
  readonly shop: Shop;
  readonly chance: () => number;
  /** Whether the time of the drill is over. */
  readonly late: () => boolean;
  readonly options: DrillOptions;
  /** The end of the drill closes this, too. */
  closes<T extends { close(): Promise<unknown> }>(one: T): T;
}

const REPORT_MS = 10_000;

/** A drill on a rig with a shop; both are closed however it ends. */
export function onRig(settings: RigOptions, work: (scene: Scene) => Promise<DrillResult>): Drill {
  return async (options) => {
    const rig = await openRig({ main: options.main, database: options.database, ...settings });
    const shop = openShop();
    const closing: { close(): Promise<unknown> }[] = [shop];
    const closes: Scene['closes'] = (one) => {
      closing.push(one);
      return one;
    };
    try {
      const [chance, late] = [chances(options.seed), deadlineOf(options)];
      return await work({ rig, shop, chance, late, options, closes });
    } finally {
      await Promise.all(closing.map((one) => one.close()));
      await rig.close();
    }
  };
}

/** Resolves when the work is done or the time is over, and says a line of it now and then. */
export async function inTime(
  work: Promise<unknown>,
  { late, options }: Scene,
  line: () => string | Promise<string>,
): Promise<void> {
  let done = false;
  const finished = work.then(() => {
    done = true;
  });
  while (!done && !late()) {
    await Promise.race([finished, sleep(REPORT_MS)]);
    options.say(await line());
  }
}
