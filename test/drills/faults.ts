import { conclude } from './conclude.ts';
import { countOpen } from './gather-evidence.ts';
import { type Drill, together } from './options.ts';
import type { DrillTimes } from './processes.ts';
import { inTime, onRig } from './scene.ts';
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

/** One cycle is a submission, while two of five calls to the authority go wrong in every way it knows. */
const faultsOf = (times: DrillTimes): Drill =>
  onRig({ companies: COMPANIES, times }, async (scene) => {
    const { rig, shop, chance, options } = scene;
    const urls = [(await rig.startNode()).url, (await rig.startNode()).url] as const;
    await rig.setFaults({ seed: options.seed, preset: 'bad-day' });
    const nodes = () => urls[Math.floor(chance() * urls.length)];
    const traffic = startTraffic(scene, { clients: CLIENTS, pauseMs: 0, sales: options.cycles, nodes });
    const progress = async () => `${shop.openSales().length} posted, ${await countOpen(rig)} open`;
    await inTime(traffic.done, scene, progress);
    await traffic.stop();
    const openAtEnd = await countOpen(rig);
    const calls = await rig.authority.calls();
    await rig.setFaults({ probabilities: {} });
    const wire = { open_when_faults_ended: openAtEnd, calls_under_faults: JSON.stringify(calls) };
    return together(await conclude(scene, urls[0], PATIENCE_MS), { figures: wire });
  });

export const faults: Drill = faultsOf(LONG_TIMES);

/** Documents settle in seconds, unless so many wait that some become formal. */
export const shortFaults: Drill = faultsOf(SHORT_TIMES);
