import { setTimeout as sleep } from 'node:timers/promises';
import type { Resident } from '../support/house-company.ts';
import { callerOf, openConnections } from '../support/http-caller.ts';
import { invoiceBody, lineBody } from '../support/request-bodies.ts';
import { conclude } from './conclude.ts';
import {
  chances,
  type Drill,
  type DrillOptions,
  type DrillResult,
  deadlineOf,
  type Violation,
} from './options.ts';
import { isInstalled, type NodePorts, PROXIES, type ProxyKind, startProxy } from './proxy.ts';
import { quietPort } from './quiet-port.ts';
import { openRig } from './rig.ts';
import { ofRestarts } from './rolling.ts';
import { openShop, type Shop } from './sell.ts';
import { startTraffic } from './traffic.ts';

const TIMES = { callTimeoutMs: 8_000, requestBudgetMs: 25_000, quarantineMs: 900_000 };
const CLIENTS = 8;
const PAUSE_MS = 20;
const BETWEEN_MS = 300;
const PATIENCE_MS = 60_000;
/** A proxy that looks each second takes a node that was away for so long off its list, and has it back after two looks. */
const MISSED_AFTER_MS = 1_500;
const SEEN_AGAIN_MS = 3_500;
/** Specification part 8. */
const LARGEST_BODY = 5 * 1024 * 1024;

/** The rolling restart behind each proxy of docs/proxies that is here, with its configuration as it is shown. */
export const proxies: Drill = async (options) => {
  const here = PROXIES.filter(isInstalled);
  const results: DrillResult[] = [];
  for (const kind of here) {
    const result = await behind(kind, options);
    options.say(`${kind.name} ${JSON.stringify(result.figures)}`);
    results.push(result);
  }
  return {
    figures: { proxies: here.map(({ name }) => name).join('+'), restarts: here.length * options.cycles },
    violations: results.flatMap(({ violations }) => violations),
  };
};

/** One cycle ends one of two nodes with SIGTERM while callers go on, and starts it again at its place. */
export async function behind(kind: ProxyKind, options: DrillOptions): Promise<DrillResult> {
  const chance = chances(options.seed);
  const rig = await openRig({ companies: 2, times: TIMES });
  const ports = [await portsOfNode(), await portsOfNode()] as const;
  const nodes = [await rig.startNode(ports[0]), await rig.startNode(ports[1])];
  const proxy = await startProxy(kind, ports);
  const shop = openShop();
  try {
    const { companies } = rig;
    const [company] = companies;
    const large = company === undefined ? [] : await sellLarge(shop, company, proxy.url);
    const traffic = startTraffic({
      shop,
      companies,
      chance,
      clients: CLIENTS,
      pauseMs: PAUSE_MS,
      nodes: () => proxy.url,
    });
    const late = deadlineOf(options);
    const codes: (number | null)[] = [];
    for (let cycle = 0; cycle < options.cycles && !late(); cycle += 1) {
      await sleep(BETWEEN_MS * chance());
      const place = cycle % 2 === 0 ? 0 : 1;
      const beganMs = performance.now();
      codes.push((await nodes[place]?.end()) ?? null);
      nodes[place] = await rig.startNode(ports[place]);
      if (performance.now() - beganMs > MISSED_AFTER_MS) await sleep(SEEN_AGAIN_MS);
    }
    await traffic.stop();
    const { figures, violations } = await conclude(rig, shop, { url: proxy.url, patienceMs: PATIENCE_MS });
    return {
      figures: { restarts: codes.length, ...figures },
      violations: [...large, ...ofRestarts(shop, codes), ...violations],
    };
  } finally {
    await Promise.all([shop.close(), proxy.close()]);
    await rig.close();
  }
}

async function portsOfNode(): Promise<NodePorts[number]> {
  return { port: await quietPort(), operatorPort: await quietPort() };
}

/** A body of the largest size that Sello takes comes through, and Sello itself says so of a larger one. */
async function sellLarge(shop: Shop, company: Resident, url: string): Promise<readonly Violation[]> {
  const connections = openConnections();
  const caller = callerOf(connections, url, company.key);
  const sale = shop.newSale(company);
  await shop.post(sale, url);
  const lines = [lineBody({ quantity: sale.quantity })];
  const text = JSON.stringify(invoiceBody({ external_ref: sale.ref, lines }));
  const post = (bytes: number) =>
    caller.post('/invoice', text.padEnd(bytes - Buffer.byteLength(text) + text.length));
  const [taken, refused] = [await post(LARGEST_BODY), await post(LARGEST_BODY + 1)];
  await connections.close();
  return [
    ...(taken.status === 200 ? [] : [{ rule: '5 MB are taken', what: taken.text }]),
    ...(refused.body['code'] === 'body_too_large'
      ? []
      : [{ rule: 'more is refused by Sello', what: refused.text }]),
  ];
}
