import type { Answer, Command, Surroundings } from '../command.ts';
import { listenOn, operatorPlace, refuseTakenPort, servicePlace } from '../listening.ts';
import { openNode } from '../open-node.ts';
import { openOperatorPort } from '../operator-port.ts';
import { listenForStop, untilStopped } from '../stop-signal.ts';

export const serve: Command = {
  name: 'serve',
  places: [],
  options: {},
  summary: 'Run the service until it is told to end (Ctrl-C, SIGTERM).',
  run: (_invocation, surroundings) => runService(surroundings),
};

async function runService({ program: makeProgram, say, event }: Surroundings): Promise<Answer> {
  const program = makeProgram();
  const { settings } = program;
  const stop = listenForStop(() => process.exit(1));
  await using stack = new AsyncDisposableStack();
  const places = [servicePlace(settings), operatorPlace(settings)].filter((place) => place !== null);
  for (const place of places) await refuseTakenPort(place);
  const { unlocked, installation, options } = await openNode(program, stack);
  if (stop.signal.aborted) return ENDED;
  for (const remark of options.remarks) say(`Warning: ${remark}`);
  const server = unlocked.createServer(options);
  stack.defer(() => server.close());
  await listenOn(server, servicePlace(settings));
  await openOperatorPort(program, { installation, unlocked }, stack);
  event({ event: 'ready', url: settings.publicUrl, host: settings.host, port: settings.port });
  say(`Sello ${program.version} serves ${settings.publicUrl} (${settings.host}, port ${settings.port}).`);
  await untilStopped(stop, installation.databaseLost);
  say('Ending: requests under way are finished first.');
  return ENDED;
}

const ENDED: Answer = { json: null, text: [] };
