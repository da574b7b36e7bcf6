import { readCommandLine, startProblem, USAGE } from './command-line.ts';
import { type SimulatorOptions, startSimulator } from './server.ts';

async function run(options: SimulatorOptions): Promise<void> {
  const simulator = await startSimulator(options);
  const stop = () => {
    simulator.close().then(() => process.exit(0), fail);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.stdout.write(`${JSON.stringify({ event: 'ready', url: simulator.url })}\n`);
}

function fail(reason: unknown): void {
  process.stderr.write(`simulator: ${reason}\n`);
  process.exit(1);
}

const commandLine = readCommandLine(process.argv.slice(2));
if (commandLine.kind === 'problem') {
  fail(`${commandLine.problem}; ${USAGE}`);
} else {
  const { options } = commandLine;
  run(options).catch((error: unknown) => fail(startProblem(error, options)));
}
