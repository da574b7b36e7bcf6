import { rmSync } from 'node:fs';
import { makePlace } from '../support/temporary-place.ts';
import { shortFaults } from './faults.ts';
import { killsOf } from './kills.ts';
import type { Drill, DrillOptions, DrillResult, Violation } from './options.ts';
import { parallelOf } from './parallel.ts';
import { PLANTED_BUGS, type PlantedBug } from './planted-bugs.ts';
import { copyProduct } from './sabotage.ts';

interface ShortDrill {
  readonly run: Drill;
  readonly cycles: number;
}

const WIDTH = 60;

/** Nodes that have served many requests when they die. */
const LONG_LIVES = { slots: 3, lifeMs: 5_000, patienceMs: 200_000 };

/** Long enough that each bug which they are to see shows itself many times. */
const SHORT: Readonly<Record<PlantedBug['drill'], ShortDrill>> = {
  kills: { run: killsOf({ ...LONG_LIVES, nodesPerPostgres: 10 }), cycles: 20 },
  crashes: { run: killsOf({ ...LONG_LIVES, nodesPerPostgres: 1 }), cycles: 12 },
  faults: { run: shortFaults, cycles: 300 },
  parallel: { run: parallelOf(WIDTH), cycles: 60 },
};

/** Nodes of a copy of the product with one bug each: every bug must be seen, and nothing in the copy without one. */
export const planted: Drill = async (options) => {
  const figures: Record<string, string> = {};
  const violations: Violation[] = [];
  for (const [name, drill] of Object.entries(SHORT)) {
    const found = await runOn([], drill, options);
    figures[`without a bug, ${name}`] = summaryOf(found);
    violations.push(...found.violations);
    options.say(`without a bug, ${name}: ${summaryOf(found)}`);
  }
  for (const { name, drill, changes } of PLANTED_BUGS) {
    const found = await runOn(changes, SHORT[drill], options);
    figures[name] = summaryOf(found);
    if (found.violations.length === 0) violations.push({ rule: 'a planted bug went unnoticed', what: name });
    options.say(`${name}, ${drill}: ${summaryOf(found)}`);
  }
  return { figures, violations };
};

async function runOn(
  changes: PlantedBug['changes'],
  { run, cycles }: ShortDrill,
  { seed, minutes }: DrillOptions,
): Promise<DrillResult> {
  const place = makePlace(0o755);
  try {
    const main = copyProduct(place, changes);
    return await run({ cycles, seed, minutes, main, say: () => undefined });
  } finally {
    rmSync(place, { recursive: true });
  }
}

/** How often each rule was broken, in how much work. */
function summaryOf({ figures, violations }: DrillResult): string {
  const { sales, node_kills: killed, postgres_kills: crashes, rounds } = figures;
  const work = rounds === undefined ? `${sales} sales` : `${rounds} rounds`;
  const deaths = killed === undefined ? '' : `, ${killed} nodes and ${crashes} databases killed`;
  const byRule = Map.groupBy(violations, ({ rule }) => rule);
  const told = [...byRule].map(([rule, broken]) => `${rule} ${broken.length}`);
  return `${told.length === 0 ? 'nothing seen' : told.join(', ')} (${work}${deaths})`;
}
