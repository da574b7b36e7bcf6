import { setTimeout as sleep } from 'node:timers/promises';
import { startBalancer } from './balancer.ts';
import { conclude } from './conclude.ts';
import { broken, type DrillResult, quantile, together, unless, type Violation } from './options.ts';
import { TIMES_OF_PRODUCTION } from './processes.ts';
import { onRig, type Scene } from './scene.ts';
import type { Shop } from './sell.ts';
import { startTraffic } from './traffic.ts';

const CLIENTS = 8;
const PAUSE_MS = 20;
const BETWEEN_MS = 300;
const PATIENCE_MS = 60_000;

/** One cycle ends one of two nodes behind one address with SIGTERM while callers go on, and starts another. */
export const rolling = onRig({ companies: 2, times: TIMES_OF_PRODUCTION }, async (scene) => {
  const { rig, shop, closes } = scene;
  const balancer = closes(await startBalancer());
  const nodes = [await rig.startNode(), await rig.startNode()];
  const place = () => balancer.setNodes(nodes.map(({ url }) => url));
  place();
  const { figures, violations } = await restartInTurns(scene, balancer.url, async () => {
    const code = (await nodes.shift()?.end()) ?? null;
    // Whoever asks the address of the ended node meets a refusal until the new one has its place.
    nodes.push(await rig.startNode());
    place();
    return code;
  });
  const passed = {
    passed_on_refused: balancer.counts.refused,
    passed_on_broken: balancer.counts.broken,
    p99_ms: Math.round(quantile(shop.latencies, 0.99)),
  };
  return { figures: { ...figures, ...passed }, violations };
});

/** Callers go on at this address while node after node is ended and started again; the exit code of each is answered. */
export async function restartInTurns(
  scene: Scene,
  url: string,
  restart: (cycle: number) => Promise<number | null>,
): Promise<DrillResult> {
  const { shop, chance, late, options } = scene;
  const traffic = startTraffic(scene, { clients: CLIENTS, pauseMs: PAUSE_MS, nodes: () => url });
  const codes: (number | null)[] = [];
  for (let cycle = 0; cycle < options.cycles && !late(); cycle += 1) {
    await sleep(BETWEEN_MS * chance());
    codes.push(await restart(cycle));
  }
  await traffic.stop();
  const concluded = await conclude(scene, url, PATIENCE_MS);
  return together({ figures: { restarts: codes.length }, violations: ofRestarts(shop, codes) }, concluded);
}

/** What no caller may meet while nodes are restarted. */
function ofRestarts(shop: Shop, codes: readonly (number | null)[]): readonly Violation[] {
  const { unanswered, failed } = shop.counts;
  const unstamped = shop.openSales().filter(({ told }) => told.some(({ outcome }) => outcome !== 'stamped'));
  return [
    ...unless(unanswered + failed === 0, 'failed request', shop.counts),
    ...broken('a node ended badly', codes.filter((code) => code !== 0).map(String)),
    ...broken(
      'not stamped at once',
      unstamped.map(({ ref, told }) => ({ ref, told })),
    ),
  ];
}
