import { dirname, join, resolve } from 'node:path';
import { integerOption } from '../arguments.ts';
import type { Command, Invocation } from '../command.ts';
import { UsageFailure } from '../failure.ts';
import { makeFolder } from '../make-folder.ts';
import { startSimulator } from '../simulator-process.ts';
import { listenForStop } from '../stop-signal.ts';

const LONGEST_LOTE_MS = 99_999_999;

export const simulator: Command = {
  name: 'simulator',
  places: [],
  options: {
    port: 'N',
    'state-file': 'FILE',
    host: 'ADDRESS',
    dates: 'lenient|strict',
    'lote-ms': 'N',
    related: 'checked|trusted',
  },
  summary: 'Run the simulated Hacienda alone until it is told to end.',
  async run(invocation, { settings, say, event }) {
    const { dataDir, simulatorPort } = settings();
    const port = integerOption(invocation, 'port', { min: 0, max: 65_535, byDefault: simulatorPort });
    const given = invocation.options.get('state-file');
    const others = othersOf(invocation);
    const stateFile = given === undefined ? join(dataDir, 'simulator.jsonl') : resolve(given);
    await makeFolder(dirname(stateFile));
    const stop = listenForStop(() => process.exit(1));
    const onRestart = () => say('The simulated Hacienda ended by itself and is started again.');
    const running = await startSimulator({ stateFile, port, others, onRestart });
    event({ event: 'ready', url: running.url, state_file: stateFile });
    say(`The simulated Hacienda answers at ${running.url} and keeps its state in ${stateFile}.`);
    await stop.stopped;
    await running.stop();
    return { json: null, text: [] };
  },
};

/** What its own program takes besides port and file, checked here so that a mistake is one of the command line. */
function othersOf(invocation: Invocation): Readonly<Record<string, string>> {
  integerOption(invocation, 'lote-ms', { min: 0, max: LONGEST_LOTE_MS, byDefault: 0 });
  for (const name of ['dates', 'related']) {
    const choices = simulator.options[name]?.split('|') ?? [];
    const text = invocation.options.get(name);
    if (text !== undefined && !choices.includes(text))
      throw new UsageFailure(`--${name} must be ${choices.join(' or ')}, not "${text}".`);
  }
  const given = ['host', 'dates', 'lote-ms', 'related'].flatMap((name) => {
    const text = invocation.options.get(name);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(given);
}
