import { PLANTED_BUGS, SEEDS_TO_FIND_A_BUG } from '../test/simulation/planted/all-bugs.ts';
import { printSeed, replay, runSeeds } from '../test/simulation/run-seeds.ts';

/**
 * The long form of the simulation: `npm run drill:simulation -- [seeds] [first seed]`, by default 100,000 from 1, and
 * after them the search for every planted bug from seed 1. Ends with 1 when a rule was broken or a bug was not found.
 */
const SEEDS = 100_000;
const PORTION = 5_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function runAll(first: number, count: number): Promise<number> {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  let broken = 0;
  for (let next = first; next < first + count; next += PORTION) {
    const { failures } = await runSeeds({ first: next, count: Math.min(PORTION, first + count - next) });
    const [worst] = failures;
    if (broken === 0 && worst !== undefined) say(printSeed(await replay(worst.seed)));
    broken += failures.length;
    say(`up to seed ${Math.min(next + PORTION, first + count) - 1}: ${broken} broken`);
  }
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const ofProcessor = count / ((user + system) / 1e6);
  say(
    `${count} seeds, ${broken} broken, ${Math.round(count / seconds)} a second, ${Math.round(ofProcessor)} a second of processor`,
  );
  return broken;
}

async function findPlanted(): Promise<number> {
  let missed = 0;
  for (const { name, sabotage } of PLANTED_BUGS) {
    const search = { first: 1, count: SEEDS_TO_FIND_A_BUG, sabotage, untilFound: true };
    const [found] = (await runSeeds(search)).failures;
    if (found === undefined) missed += 1;
    const where = found === undefined ? 'NOT FOUND' : `seed ${found.seed}, ${found.violations[0]?.invariant}`;
    say(`${name}: ${where}`);
  }
  say(`${PLANTED_BUGS.length} planted bugs, ${missed} not found within ${SEEDS_TO_FIND_A_BUG} seeds`);
  return missed;
}

const [count = SEEDS, first = 1] = process.argv.slice(2).map(Number);
const broken = await runAll(first, count);
const missed = await findPlanted();
process.exit(broken + missed === 0 ? 0 : 1);
