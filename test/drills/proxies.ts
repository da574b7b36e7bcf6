import { setTimeout as sleep } from 'node:timers/promises';
import { callerOf, openConnections } from '../support/http-caller.ts';
import { invoiceBody, lineBody } from '../support/request-bodies.ts';
import { type Drill, type DrillResult, together, unless, type Violation } from './options.ts';
import { TIMES_OF_PRODUCTION } from './processes.ts';
import { isInstalled, type NodePorts, PROXIES, type ProxyKind, startProxy } from './proxy.ts';
import { quietPort } from './quiet-port.ts';
import { restartInTurns } from './rolling.ts';
import { onRig, type Scene } from './scene.ts';

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
    const result = await behind(kind)(options);
    options.say(`${kind.name} ${JSON.stringify(result.figures)}`);
    results.push(result);
  }
  return {
    figures: { proxies: here.map(({ name }) => name).join('+'), restarts: here.length * options.cycles },
    violations: results.flatMap(({ violations }) => violations),
  };
};

/** One cycle ends one of two nodes with SIGTERM while callers go on, and starts it again at its place. */
export const behind = (kind: ProxyKind): Drill =>
  onRig({ companies: 2, times: TIMES_OF_PRODUCTION }, async (scene) => {
    const { rig, closes } = scene;
    const ports = [await portsOfNode(), await portsOfNode()] as const;
    const nodes = [await rig.startNode(ports[0]), await rig.startNode(ports[1])];
    const proxy = closes(await startProxy(kind, ports));
    const large = await sellLarge(scene, proxy.url);
    const restarted = await restartInTurns(scene, proxy.url, async (cycle) => {
      const place = cycle % 2 === 0 ? 0 : 1;
      const beganMs = performance.now();
      const code = (await nodes[place]?.end()) ?? null;
      nodes[place] = await rig.startNode(ports[place]);
      if (performance.now() - beganMs > MISSED_AFTER_MS) await sleep(SEEN_AGAIN_MS);
      return code;
    });
    return together({ violations: large }, restarted);
  });

async function portsOfNode(): Promise<NodePorts[number]> {
  return { port: await quietPort(), operatorPort: await quietPort() };
}

/** A body of the largest size that Sello takes comes through, and Sello itself says so of a larger one. */
async function sellLarge({ rig, shop }: Scene, url: string): Promise<readonly Violation[]> {
  const company = rig.company(0);
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
    ...unless(taken.status === 200, '5 MB are taken', taken.text),
    ...unless(refused.body['code'] === 'body_too_large', 'more is refused by Sello', refused.text),
  ];
}
