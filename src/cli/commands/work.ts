import type { Answer, Command, Surroundings } from '../command.ts';
import { operatorPlace, refuseTakenPort } from '../listening.ts';
import { openNode } from '../open-node.ts';
import { openOperatorPort } from '../operator-port.ts';
import { listenForStop, untilStopped } from '../stop-signal.ts';

export const work: Command = {
  name: 'work',
  places: [],
  options: {},
  summary: 'Run the background work alone, without the HTTP interface, until it is told to end.',
  run: (_invocation, surroundings) => runWork(surroundings),
};

async function runWork({ program: makeProgram, say, event }: Surroundings): Promise<Answer> {
  const program = makeProgram();
  const stop = listenForStop(() => process.exit(1));
  await using stack = new AsyncDisposableStack();
  // Several may run on one machine beside a service, to which the default port belongs.
  const isWatched = program.settings.given.has('SELLO_OPERATOR_PORT');
  const place = isWatched ? operatorPlace(program.settings) : null;
  if (place !== null) await refuseTakenPort(place);
  const { unlocked, installation, options } = await openNode(program, stack);
  if (stop.signal.aborted) return ENDED;
  for (const remark of options.remarks) say(`Warning: ${remark}`);
  const worker = unlocked.createWorker(options);
  stack.defer(() => worker.close());
  if (isWatched) await openOperatorPort(program, { installation, unlocked }, stack);
  event({ event: 'ready' });
  say(`Sello ${program.version} works in the background.`);
  await untilStopped(stop, installation.databaseLost);
  say('Ending: calls under way are finished first.');
  return ENDED;
}

const ENDED: Answer = { json: null, text: [] };
