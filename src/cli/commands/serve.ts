import { type Answer, type Call, ENDED } from '../command.ts';
import { listenOn, operatorPlace, refuseTakenPort, servicePlace } from '../listening.ts';
import { type NodeOpening, openNode, openOperatorPort } from '../open-node.ts';
import { listenForStop, untilStopped } from '../stop-signal.ts';

export function serve(call: Call): Promise<Answer> {
  const { settings, version } = call.program();
  const { publicUrl: url, host, port } = settings;
  const place = servicePlace(settings);
  return runNode(call, {
    ports: [place, operatorPlace(settings)],
    async begin(node) {
      const server = node.unlocked.createServer(node.options);
      call.stack.defer(() => server.close());
      await listenOn(server, place);
      await openOperatorPort(node, call.stack);
    },
    ready: { url, host, port },
    said: `Sello ${version} serves ${url} (${host}, port ${port}).`,
    ending: 'Ending: requests under way are finished first.',
  });
}

export function work(call: Call): Promise<Answer> {
  const { settings, version } = call.program();
  // Several may run on one machine beside a service, to which the default port belongs.
  const isWatched = settings.given.has('SELLO_OPERATOR_PORT');
  return runNode(call, {
    ports: isWatched ? [operatorPlace(settings)] : [],
    async begin(node) {
      const worker = node.unlocked.createWorker(node.options);
      call.stack.defer(() => worker.close());
      if (isWatched) await openOperatorPort(node, call.stack);
    },
    ready: {},
    said: `Sello ${version} works in the background.`,
    ending: 'Ending: calls under way are finished first.',
  });
}

/** What a node does, and what is said of it. */
interface Duty {
  /** Null for one that is turned off. */
  readonly ports: readonly (Parameters<typeof refuseTakenPort>[0] | null)[];
  begin(node: NodeOpening): Promise<void>;
  readonly ready: Readonly<Record<string, unknown>>;
  readonly said: string;
  readonly ending: string;
}

async function runNode({ program, stack, say, event }: Call, duty: Duty): Promise<Answer> {
  const stop = listenForStop(() => process.exit(1));
  for (const port of duty.ports) if (port !== null) await refuseTakenPort(port);
  const node = await openNode(program(), stack);
  if (stop.signal.aborted) return ENDED;
  for (const remark of node.options.remarks) say(`Warning: ${remark}`);
  await duty.begin(node);
  event({ event: 'ready', ...duty.ready });
  say(duty.said);
  await untilStopped(stop, { database: node.installation.databaseLost, keys: node.unlocked.keysLost });
  say(duty.ending);
  return ENDED;
}
