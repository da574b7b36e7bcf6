import { setTimeout as sleep } from 'node:timers/promises';
import { startBalancer } from './balancer.ts';
import { conclude } from './conclude.ts';
import { chances, type Drill, deadlineOf, quantile, type Violation } from './options.ts';
import { openRig } from './rig.ts';
import { openShop } from './sell.ts';
import { startTraffic } from './traffic.ts';

const TIMES = { callTimeoutMs: 8_000, requestBudgetMs: 25_000, quarantineMs: 900_000 };
const CLIENTS = 8;
const PAUSE_MS = 20;
const BETWEEN_MS = 300;
const PATIENCE_MS = 60_000;

/** One cycle ends one of two nodes behind one address with SIGTERM while callers go on, and starts another. */
export const rolling: Drill = async (options) => {
  const chance = chances(options.seed);
  const rig = await openRig({ companies: 2, times: TIMES });
  const shop = openShop();
  const balancer = await startBalancer();
  try {
    const nodes = [await rig.startNode(), await rig.startNode()];
    const place = () => balancer.setNodes(nodes.map(({ url }) => url));
    place();
    const { companies } = rig;
    const traffic = startTraffic({
      shop,
      companies,
      chance,
      clients: CLIENTS,
      pauseMs: PAUSE_MS,
      nodes: () => balancer.url,
    });
    const late = deadlineOf(options);
    const codes: (number | null)[] = [];
    for (let cycle = 0; cycle < options.cycles && !late(); cycle += 1) {
      await sleep(BETWEEN_MS * chance());
      codes.push((await nodes.shift()?.end()) ?? null);
      // Whoever asks the address of the ended node meets a refusal until the new one has its place.
      nodes.push(await rig.startNode());
      place();
    }
    await traffic.stop();
    const { figures, violations } = await conclude(rig, shop, { url: balancer.url, patienceMs: PATIENCE_MS });
    const told = {
      restarts: codes.length,
      passed_on_refused: balancer.counts.refused,
      passed_on_broken: balancer.counts.broken,
      p99_ms: Math.round(quantile(shop.latencies, 0.99)),
    };
    return { figures: { ...told, ...figures }, violations: [...ofRestarts(shop, codes), ...violations] };
  } finally {
    await Promise.all([shop.close(), balancer.close()]);
    await rig.close();
  }
};

/** What no caller may meet while nodes are restarted. */
export function ofRestarts(
  shop: ReturnType<typeof openShop>,
  codes: readonly (number | null)[],
): readonly Violation[] {
  const { unanswered, failed } = shop.counts;
  const wrong = codes.filter((code) => code !== 0);
  const unstamped = shop.openSales().filter(({ told }) => told.some(({ outcome }) => outcome !== 'stamped'));
  return [
    ...(unanswered + failed > 0 ? [{ rule: 'failed request', what: JSON.stringify(shop.counts) }] : []),
    ...wrong.map((code) => ({ rule: 'a node ended badly', what: String(code) })),
    ...unstamped.map(({ ref, told }) => ({
      rule: 'not stamped at once',
      what: JSON.stringify({ ref, told }),
    })),
  ];
}
