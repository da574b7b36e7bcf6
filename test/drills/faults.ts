import { setTimeout as sleep } from 'node:timers/promises';
import { conclude } from './conclude.ts';
import { countOpen } from './gather-evidence.ts';
import { chances, type Drill, deadlineOf } from './options.ts';
import type { DrillTimes } from './processes.ts';
import { openRig } from './rig.ts';
import { openShop } from './sell.ts';
import { startTraffic } from './traffic.ts';

/**
 * A call is given time enough by a busy machine, too. The pauses shrink with the quarantine: within the promised minute
 * each document is tried again, and few are in doubt for so long that they become formal.
 */
const LONG_TIMES = { callTimeoutMs: 1_000, requestBudgetMs: 4_000, quarantineMs: 45_000 };
/** For few submissions; the quarantine outlasts the two seconds after which the worst of the faults still stamps. */
const SHORT_TIMES = { callTimeoutMs: 400, requestBudgetMs: 2_000, quarantineMs: 8_000 };
const CLIENTS = 40;
const COMPANIES = 8;
/** What is promised from the end of the faults. */
const PATIENCE_MS = 60_000;
const REPORT_MS = 10_000;

/** One cycle is a submission, while two of five calls to the authority go wrong in every way it knows. */
const faultsOf =
  (times: DrillTimes): Drill =>
  async (options) => {
    const { cycles, seed, say } = options;
    const chance = chances(seed);
    const rig = await openRig({ companies: COMPANIES, times, main: options.main });
    const shop = openShop();
    try {
      const urls = [(await rig.startNode()).url, (await rig.startNode()).url];
      await rig.setFaults({ seed, preset: 'bad-day' });
      const late = deadlineOf(options);
      const traffic = startTraffic({
        shop,
        companies: rig.companies,
        chance,
        clients: CLIENTS,
        pauseMs: 0,
        sales: cycles,
        nodes: () => urls[Math.floor(chance() * urls.length)],
      });
      let done = false;
      const finished = traffic.done.then(() => {
        done = true;
      });
      while (!done && !late()) {
        await Promise.race([finished, sleep(REPORT_MS)]);
        say(`${shop.openSales().length} posted, ${await countOpen(rig)} open`);
      }
      await traffic.stop();
      const openAtEnd = await countOpen(rig);
      const calls = await rig.authority.calls();
      await rig.setFaults({ probabilities: {} });
      const { figures, violations } = await conclude(rig, shop, {
        url: urls[0] ?? '',
        patienceMs: PATIENCE_MS,
      });
      const wire = { open_when_faults_ended: openAtEnd, calls_under_faults: JSON.stringify(calls) };
      return { figures: { ...figures, ...wire }, violations };
    } finally {
      await shop.close();
      await rig.close();
    }
  };

export const faults: Drill = faultsOf(LONG_TIMES);

/** Documents settle in seconds, unless so many wait that some become formal. */
export const shortFaults: Drill = faultsOf(SHORT_TIMES);
