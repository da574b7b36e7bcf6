import type { Answer, Command, Surroundings } from '../command.ts';
import { openNode } from '../open-node.ts';
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
  const { unlocked, installation, options } = await openNode(program, stack);
  if (stop.signal.aborted) return ENDED;
  const worker = unlocked.createWorker(options);
  stack.defer(() => worker.close());
  event({ event: 'ready' });
  say(`Sello ${program.version} works in the background.`);
  await untilStopped(stop, installation.databaseLost);
  say('Ending: calls under way are finished first.');
  return ENDED;
}

const ENDED: Answer = { json: null, text: [] };
