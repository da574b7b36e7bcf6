import { dirname, join, resolve } from 'node:path';
import { integerOption } from '../arguments.ts';
import type { Command, Invocation } from '../command.ts';
import { UsageFailure } from '../failure.ts';
import { makeFolder } from '../make-folder.ts';
import { type DateMode, startSimulator } from '../simulator-process.ts';
import { listenForStop } from '../stop-signal.ts';

export const simulator: Command = {
  name: 'simulator',
  places: [],
  options: { port: 'N', 'state-file': 'FILE', dates: 'lenient|strict' },
  summary: 'Run the simulated Hacienda alone until it is told to end.',
  async run(invocation, { settings, say, event }) {
    const { dataDir, simulatorPort } = settings();
    const port = integerOption(invocation, 'port', { min: 0, max: 65_535, byDefault: simulatorPort });
    const given = invocation.options.get('state-file');
    const dates = datesOf(invocation);
    const stateFile = given === undefined ? join(dataDir, 'simulator.jsonl') : resolve(given);
    await makeFolder(dirname(stateFile));
    const stop = listenForStop(() => process.exit(1));
    const onRestart = () => say('The simulated Hacienda ended by itself and is started again.');
    const running = await startSimulator({ stateFile, port, dates, onRestart });
    event({ event: 'ready', url: running.url, state_file: stateFile });
    say(`The simulated Hacienda answers at ${running.url} and keeps its state in ${stateFile}.`);
    await stop.stopped;
    await running.stop();
    return { json: null, text: [] };
  },
};

function datesOf({ options }: Invocation): DateMode {
  const text = options.get('dates') ?? 'lenient';
  if (text === 'lenient' || text === 'strict') return text;
  throw new UsageFailure(`--dates must be lenient or strict, not "${text}".`);
}
