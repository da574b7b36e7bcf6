import { dirname, join, resolve } from 'node:path';
import { integerOption } from '../arguments.ts';
import { type Answer, type Call, ENDED } from '../command.ts';
import { UsageFailure } from '../failure.ts';
import { makeFolder } from '../files.ts';
import { startSimulator } from '../simulator-process.ts';
import { listenForStop } from '../stop-signal.ts';

const LONGEST_LOTE_MS = 99_999_999;
const CHOICES = {
  dates: ['lenient', 'strict'],
  related: ['checked', 'trusted'],
  events: ['seen', 'v1', 'v2', 'any'],
  anonymous: ['any', '36', '37'],
  rejected: ['unknown', 'repeated'],
} as const;

export async function simulator(call: Call): Promise<Answer> {
  const { options, say } = call;
  const { dataDir, simulatorPort } = call.program().settings;
  const port = integerOption(call, 'port', { min: 0, max: 65_535, byDefault: simulatorPort });
  const given = options.get('state-file');
  const others = othersOf(call);
  const stateFile = given === undefined ? join(dataDir, 'simulator.jsonl') : resolve(given);
  await makeFolder(dirname(stateFile));
  const stop = listenForStop(() => process.exit(1));
  const onRestart = () => say('The simulated Hacienda ended by itself and is started again.');
  const running = await startSimulator({ stateFile, port, others, onRestart });
  call.event({ event: 'ready', url: running.url, state_file: stateFile });
  say(`The simulated Hacienda answers at ${running.url} and keeps its state in ${stateFile}.`);
  await stop.stopped;
  await running.stop();
  return ENDED;
}

/** What its own program takes besides port and file, checked here so that a mistake is one of the command line. */
function othersOf(call: Call): Readonly<Record<string, string>> {
  const { options } = call;
  integerOption(call, 'lote-ms', { min: 0, max: LONGEST_LOTE_MS, byDefault: 0 });
  for (const [name, choices] of Object.entries(CHOICES)) {
    const text = options.get(name);
    if (text !== undefined && !choices.some((choice) => choice === text))
      throw new UsageFailure(`--${name} must be ${choices.join(' or ')}, not "${text}".`);
  }
  const passedOn = ['host', 'lote-ms', ...Object.keys(CHOICES)].map(
    (name) => [name, options.get(name)] as const,
  );
  return Object.fromEntries(passedOn.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
}
