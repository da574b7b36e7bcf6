import { type ChildProcess, execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createDice } from '../test/simulation/dice.ts';
import { makePlace, removePlace } from '../test/support/temporary-place.ts';
import type { Verdict } from './mutation/judge.ts';
import { type Mutant, mutantsOf, mutated } from './mutation/mutants.ts';

/**
 * How many small mistakes the tests find: `npm run mutate -- [FOLDER...] [--sample N] [--seed S]`, by default 200 of all
 * that can be made in what decides about amounts, numbers and what is sent. Each is made in a copy of the repository and
 * judged by the short suites of its layer (`mutation/suites.ts`); what they let pass, the compiler looks at. Those that
 * survive are printed with their place, one a line. Ends with 1 when fewer than 90 % were found.
 */
const FOLDERS = [
  'src/core/drafting',
  'src/core/adjusting',
  'src/core/submitting',
  'src/operations',
  'src/storage',
];
/** Nothing that passes takes as long; a mistake that makes the tests hang is found. */
const TIMEOUT_MS = 600_000;
const ENOUGH = 0.9;
const PORTION = 20;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

type Ending = Verdict | { readonly by: 'hang' | 'compiler' };

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function tracked(): readonly string[] {
  return execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
}

/** A copy of what is on record, with the same packages. */
function copyTree(): string {
  const copy = makePlace(0o755);
  for (const path of tracked()) cpSync(join(ROOT, path), join(copy, path));
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function allMutants(folders: readonly string[]): readonly Mutant[] {
  return tracked()
    .filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => mutantsOf(path, readFileSync(join(ROOT, path), 'utf8')));
}

function sampleOf(mutants: readonly Mutant[], count: number, seed: number): readonly Mutant[] {
  const dice = createDice(seed);
  const drawn = mutants.map((mutant) => ({ mutant, place: dice.between(0, 2 ** 30) }));
  const sorted = drawn.toSorted((a, b) => a.place - b.place);
  return sorted.slice(0, count).map(({ mutant }) => mutant);
}

async function startJudge(copy: string): Promise<ChildProcess> {
  const judge = fork(join(ROOT, 'tools/mutation/judge.ts'), [copy], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  await once(judge, 'message');
  return judge;
}

/** Ends a judge and the workers of its tests, which may be in a loop that no message interrupts. */
async function end(judge: ChildProcess): Promise<void> {
  if (judge.pid === undefined || judge.exitCode !== null) return;
  const ended = once(judge, 'exit');
  process.kill(-judge.pid, 'SIGTERM');
  await ended;
}

/** Null where the judge gave no verdict in time, and is of no use any more. */
async function ask(judge: ChildProcess, mutant: Mutant): Promise<Verdict | null> {
  judge.send(mutant);
  try {
    const [verdict] = await once(judge, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return verdict;
  } catch {
    await end(judge);
    return null;
  }
}

function compiles(copy: string, mutant: Mutant): boolean {
  const path = join(copy, mutant.path);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, mutated(text, mutant));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '--noEmit'], { cwd: copy });
  writeFileSync(path, text);
  return status === 0;
}

async function judgeAll(copy: string, mutants: readonly Mutant[]): Promise<readonly Ending[]> {
  const endings: Ending[] = [];
  let judge = await startJudge(copy);
  for (const [index, mutant] of mutants.entries()) {
    const verdict = await ask(judge, mutant);
    if (verdict === null) judge = await startJudge(copy);
    const ending = endingOf(verdict, () => compiles(copy, mutant));
    endings.push(ending);
    const { path, line, was, text } = mutant;
    if ('survived' in ending) say(`SURVIVED ${path}:${line} ${was} -> ${text}`);
    if ((index + 1) % PORTION === 0) say(summary(endings));
  }
  await end(judge);
  return endings;
}

function endingOf(verdict: Verdict | null, isCompiled: () => boolean): Ending {
  if (verdict === null) return { by: 'hang' };
  return 'survived' in verdict && !isCompiled() ? { by: 'compiler' } : verdict;
}

function summary(endings: readonly Ending[]): string {
  const ways = Map.groupBy(endings, (ending) => {
    if ('by' in ending) return `by a ${ending.by}`;
    return 'survived' in ending ? 'by nothing' : `in stage ${ending.killedIn}`;
  });
  const parts = [...ways].map(([way, { length }]) => `${length} ${way}`);
  return `${endings.length} mistakes were found: ${parts.toSorted().join(', ')}`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const everything = allMutants(positionals.length > 0 ? positionals : FOLDERS);
const chosen = sampleOf(everything, Number(values.sample), Number(values.seed));
say(`${chosen.length} of ${everything.length} possible mistakes, drawn with seed ${values.seed}`);
const copy = copyTree();
try {
  const endings = await judgeAll(copy, chosen);
  const survivors = endings.filter((ending) => 'survived' in ending).length;
  const share = 1 - survivors / endings.length;
  say(summary(endings));
  say(`${(100 * share).toFixed(1)} % were found`);
  process.exitCode = share >= ENOUGH ? 0 : 1;
} finally {
  removePlace(copy);
}
