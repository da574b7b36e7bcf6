/**
 * `npm run bench:pair -- FOLDER`: this checkout and another one, with its own `node_modules`, in turns on the same machine, so that whatever
 * else the machine does hits both. Prints documents a second, what each costs, start-up and memory, with the ratio of each pair. One that
 * is older than `bench/programs/turns.ts` has it for as long as this runs.
 *
 * Usage: npm run bench:pair -- FOLDER [TURNS] [SECONDS]
 */
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { showSpread, table } from './figures/markdown.ts';
import { ratioOf, spreadOf } from './figures/statistics.ts';
import { type Program, startProgramAt } from './rig/program.ts';

const HERE = fileURLToPath(new URL('..', import.meta.url));
const TURNS = fileURLToPath(new URL('programs/turns.ts', import.meta.url));

const FIGURES = {
  perSecond: 'documents a second',
  nodeMs: 'processor of the node, ms a document',
  postgresMs: 'processor of PostgreSQL, ms a document',
  p99Ms: 'p99, ms',
  startMs: 'start-up, ms',
  memoryMb: 'memory of the node afterwards, MB',
};

interface Side {
  readonly name: string;
  readonly program: Program;
  readonly turns: Readonly<Record<string, unknown>>[];
}

async function openSide(name: string, folder: string): Promise<Side> {
  const path = join(folder, 'bench/programs/turns.ts');
  if (!existsSync(path)) {
    copyFileSync(TURNS, path);
    process.once('exit', () => rmSync(path));
  }
  return { name, program: await startProgramAt(path), turns: [] };
}

async function takeTurn({ name, program, turns }: Side, durationMs: number): Promise<void> {
  turns.push(await program.ask('turn', { durationMs }));
  process.stderr.write(`${name}: ${JSON.stringify(turns.at(-1))}\n`);
}

async function measure(folder: string, turns: number, durationMs: number): Promise<string> {
  const sides = [await openSide('before', folder), await openSide('now', HERE)];
  for (const side of sides) {
    await takeTurn(side, durationMs);
    await side.program.ask('analyze');
    side.turns.pop();
  }
  for (let turn = 0; turn < turns; turn += 1)
    // Whoever comes second finds the machine as the first has left it, so they change places.
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) await takeTurn(side, durationMs);
  for (const { program } of sides) {
    await program.ask('close');
    await program.end();
  }
  return table(['', 'before', 'now', 'ratio'], rowsOf(sides));
}

function rowsOf(sides: readonly Side[]): readonly (readonly string[])[] {
  return Object.entries(FIGURES).map(([figure, name]) => {
    const [before = [], now = []] = sides.map(({ turns }) => turns.map((turn) => Number(turn[figure])));
    return [name, ...[spreadOf(before), spreadOf(now), ratioOf(now, before)].map(showSpread)];
  });
}

const [folder, turns = '6', seconds = '5'] = process.argv.slice(2);
const isCheckout = folder !== undefined && existsSync(join(folder, 'bench/programs'));
if (!isCheckout || !(Number(turns) > 0) || !(Number(seconds) > 0)) {
  process.stderr.write(
    'Usage: npm run bench:pair -- FOLDER [TURNS] [SECONDS]\nFOLDER is another checkout of Sello, with its own node_modules.\n',
  );
  process.exit(2);
}
// The exit takes the programs and their servers with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
process.stdout.write(`${await measure(resolve(folder), Number(turns), Number(seconds) * 1_000)}\n`);
process.exit(0);
