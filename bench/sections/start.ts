import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { quietPort } from '../../test/drills/quiet-port.ts';
import { show, table } from '../figures/markdown.ts';
import { median } from '../figures/statistics.ts';
import { atMost, type Report, type Run, type Section } from '../report.ts';
import { memoryMb, processorOf } from '../rig/processor.ts';

/** What the programs take from their start until they have answered, or are ready. */
export const start: Section = {
  name: 'start',
  asks: 'What does a command take, and how soon is a node ready?',
  run: measureStart,
};

const LAUNCHER = fileURLToPath(new URL('../../bin/sello', import.meta.url));

/** What one run took; the processor and memory of the process alone, without those that it started. */
interface Taken {
  readonly wallMs: number;
  readonly processorMs: number;
  readonly memoryMb: number;
}

/** A program that looks on in the process of a command writes what it took when it ends, and the files that it read. */
const LOOKS_ON = `data:text/javascript,${encodeURIComponent(`
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
let files = 0;
if (process.env.BENCH_FILES) registerHooks({ load: (url, context, next) => (files++, next(url, context)) });
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify({
    processorMs: (userCPUTime + systemCPUTime) / 1000, memoryMb: maxRSS / 1024, files,
  }));
});`)}`;

/** An installation in a folder of its own, under a port of its own. */
interface Place {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

async function openPlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'sello-start-'));
  const env = {
    PATH: process.env['PATH'],
    SELLO_DATA_DIR: join(folder, 'data'),
    SELLO_PORT: String(await quietPort()),
    SELLO_OPERATOR_PORT: '0',
    BENCH_USAGE: join(folder, 'usage.json'),
  };
  return { folder, env };
}

async function measureStart({ isShort, tell }: Run): Promise<Report> {
  const turns = isShort ? 3 : 11;
  const place = await openPlace();
  try {
    tell('start: npm start to the first stamp');
    const first = await begun(place, 'start');
    await first.end();
    const again: Taken[] = [];
    for (let turn = 0; turn < turns; turn += 1) again.push(await startAndEnd(place, 'start'));
    const running = await begun(place, 'start');
    const commands = await measureCommands(place, turns, tell);
    await running.end();
    const served: Taken[] = [];
    for (let turn = 0; turn < turns; turn += 1) served.push(await startAndEnd(place, 'serve'));
    return reportOf({ first: first.taken, again: middle(again), served: middle(served), commands });
  } finally {
    rmSync(place.folder, { recursive: true, force: true });
  }
}

const COMMANDS = ['--version', '--help', 'company list', 'doctor panaderia-la-espiga'];

interface Measured extends Taken {
  readonly files: number;
}

async function measureCommands(place: Place, turns: number, tell: Run['tell']) {
  const measured = new Map<string, Measured>();
  for (const command of COMMANDS) {
    tell(`start: sello ${command}`);
    await ranTo(place, command);
    const runs: Taken[] = [];
    for (let turn = 0; turn < turns; turn += 1) runs.push(await ranTo(place, command));
    const { files } = await ranTo({ ...place, env: { ...place.env, BENCH_FILES: '1' } }, command);
    measured.set(command, { ...middle(runs), files });
  }
  return measured;
}

async function ranTo({ env }: Place, command: string): Promise<Measured> {
  const began = performance.now();
  const args = ['--import', LOOKS_ON, LAUNCHER, ...command.split(' ')];
  await once(spawn(process.execPath, args, { env, stdio: 'ignore' }), 'exit');
  const wallMs = performance.now() - began;
  return { wallMs, ...JSON.parse(readFileSync(env['BENCH_USAGE'] ?? '', 'utf8')) };
}

/** Starts a program that goes on, and looks at it when it says that it is ready. */
async function begun({ env }: Place, command: string) {
  const began = performance.now();
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  const child: ChildProcess = spawn(process.execPath, [LAUNCHER, command, '--json'], {
    env,
    stdio: [...stdio],
  });
  const abandon = () => void child.kill('SIGKILL');
  process.once('exit', abandon);
  const ended = once(child, 'exit').then(() => process.off('exit', abandon));
  await untilReady(child);
  const { pid = 0 } = child;
  const taken = { wallMs: performance.now() - began, processorMs: processorOf(pid), memoryMb: memoryMb(pid) };
  const end = async () => {
    child.kill('SIGINT');
    await ended;
  };
  return { taken, end };
}

async function untilReady({ stdout }: ChildProcess): Promise<void> {
  if (stdout === null) throw new Error('the program has no output');
  for await (const line of createInterface(stdout))
    if (line.includes('"event":"ready"')) return void stdout.resume();
  throw new Error('the program ended before it was ready');
}

async function startAndEnd(place: Place, command: string): Promise<Taken> {
  const { taken, end } = await begun(place, command);
  await end();
  return taken;
}

function middle(runs: readonly Taken[]): Taken {
  const of = (name: keyof Taken) => median(runs.map((run) => run[name]));
  return { wallMs: of('wallMs'), processorMs: of('processorMs'), memoryMb: of('memoryMb') };
}

interface Figures {
  readonly first: Taken;
  readonly again: Taken;
  readonly served: Taken;
  readonly commands: ReadonlyMap<string, Measured>;
}

function reportOf({ first, again, served, commands }: Figures): Report {
  const of = (command: string, name: keyof Taken) => commands.get(command)?.[name] ?? Number.NaN;
  const rows: readonly (readonly [string, Taken, string])[] = [
    ...[...commands].map(([command, taken]) => [`sello ${command}`, taken, show(taken.files)] as const),
    ['serve, to ready', served, ''],
    ['start, to the first stamp', first, ''],
    ['start again', again, ''],
  ];
  return {
    goals: [
      atMost('sello --version, s', of('--version', 'wallMs') / 1_000, 0.12),
      atMost('sello --version, MB', of('--version', 'memoryMb'), 60),
      atMost('company list, s', of('company list', 'wallMs') / 1_000, 0.35),
      atMost('serve to ready, s', served.wallMs / 1_000, 0.8),
      atMost('start to the first stamp, s', first.wallMs / 1_000, 4),
      atMost('start again, s', again.wallMs / 1_000, 1.5),
    ],
    text: [
      'The processor and memory are those of the process itself. What is compiled is kept beside the data from the first start on; commands run beside a running installation.',
      table(
        ['', 'wall s', 'processor s', 'MB', 'files read'],
        rows.map(([name, taken, files]) => [
          name,
          show(taken.wallMs / 1_000),
          show(taken.processorMs / 1_000),
          show(taken.memoryMb),
          files,
        ]),
      ),
    ],
    plots: {},
  };
}
