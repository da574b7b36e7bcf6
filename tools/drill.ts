import { parseArgs } from 'node:util';
import { DRILLS } from '../test/drills/all-drills.ts';
import type { DrillResult } from '../test/drills/options.ts';

/**
 * The long form of a drill: `npm run drill -- NAME [--cycles N] [--seed S] [--minutes M]`. Prints its progress, every
 * violation, and last one line of JSON; ends with 1 when a promise did not hold.
 */
const SHOWN_VIOLATIONS = 10;

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}

function tell(name: string, { figures, violations }: DrillResult, seconds: number): void {
  for (const { rule, what } of violations.slice(0, SHOWN_VIOLATIONS)) say(`VIOLATION ${rule}: ${what}`);
  for (const [rule, broken] of Map.groupBy(violations, (one) => one.rule)) say(`${rule}: ${broken.length}`);
  const readable = Object.entries(figures).map(([figure, value]) => `${figure} ${value}`);
  say(`${name}: ${seconds} s, ${violations.length} violations; ${readable.join(', ')}`);
  process.stdout.write(
    `${JSON.stringify({ drill: name, seconds, violations: violations.length, ...figures })}\n`,
  );
}

async function run(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { cycles: { type: 'string' }, seed: { type: 'string' }, minutes: { type: 'string' } },
  });
  const [name = ''] = positionals;
  const drill = DRILLS.get(name);
  if (drill === undefined) {
    say(`usage: npm run drill -- ${[...DRILLS.keys()].join('|')} [--cycles N] [--seed S] [--minutes M]`);
    return 2;
  }
  const limits = {
    cycles: Number(values.cycles ?? drill.cycles),
    seed: Number(values.seed ?? 1),
    minutes: Number(values.minutes ?? drill.minutes),
  };
  say(`${name} ${JSON.stringify(limits)}`);
  const started = performance.now();
  const result = await drill.run({ ...limits, say });
  tell(name, result, Math.round((performance.now() - started) / 1_000));
  return result.violations.length === 0 ? 0 : 1;
}

// The exit takes the drill's processes with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

process.exit(await run());
