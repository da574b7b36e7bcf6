/**
 * `npm run bench`: measures the service beside the limits of the machine and a naive pipeline, each in processes of its
 * own on a PostgreSQL with safe settings, and writes pages and pictures into `bench/results/`. Names choose sections;
 * `--short` takes minutes instead of most of an hour, writes into `bench/results/short/`, which git ignores, and is good
 * for seeing that everything runs, not for figures. `--changes` is how often documents change their state in `growth`.
 *
 * Usage: npm run bench -- [--short] [--changes=COUNT] [SECTION...]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { growth } from './growth.ts';
import { type Goal, goalTable, pageOf, type Report, type Run, type Section } from './report.ts';
import { describeRun } from './rig/machine.ts';
import { document } from './sections/document.ts';
import { fairness } from './sections/fairness.ts';
import { idle } from './sections/idle.ts';
import { limits } from './sections/limits.ts';
import { list } from './sections/list.ts';
import { load } from './sections/load.ts';
import { month } from './sections/month.ts';
import { pages } from './sections/pages.ts';
import { peak } from './sections/peak.ts';
import { reads } from './sections/reads.ts';
import { rehearsal } from './sections/rehearsal.ts';
import { rest } from './sections/rest.ts';
import { signer } from './sections/signer.ts';
import { start } from './sections/start.ts';

/** In the order in which they build on each other's figures. */
const SECTIONS: readonly Section[] = [
  limits,
  peak,
  signer,
  reads,
  load,
  fairness,
  rehearsal,
  month,
  document,
  start,
  idle,
  rest,
  list,
  pages,
  growth,
];

const RESULTS = fileURLToPath(new URL('results', import.meta.url));

interface Order extends Pick<Run, 'isShort' | 'changes'> {
  readonly sections: readonly Section[];
}

function readOrder(args: readonly string[]): Order | null {
  const names = args.filter((arg) => !arg.startsWith('--'));
  if (names.some((name) => SECTIONS.every((section) => section.name !== name))) return null;
  const sections = SECTIONS.filter(({ name }) => names.length === 0 || names.includes(name));
  const changes = args.find((arg) => arg.startsWith('--changes='))?.slice('--changes='.length);
  return {
    isShort: args.includes('--short'),
    changes: changes === undefined ? null : Number(changes),
    sections,
  };
}

function keep(
  folder: string,
  section: Section,
  { report, about }: { readonly report: Report; readonly about: readonly string[] },
): void {
  writeFileSync(join(folder, `${section.name}.md`), pageOf(section, report, about));
  for (const [name, svg] of Object.entries(report.plots)) writeFileSync(join(folder, `${name}.svg`), svg);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function bench({ isShort, changes, sections }: Order): Promise<void> {
  const folder = isShort ? join(RESULTS, 'short') : RESULTS;
  mkdirSync(folder, { recursive: true });
  const startedMs = performance.now();
  const tell = (line: string) =>
    say(`${((performance.now() - startedMs) / 1_000).toFixed(0).padStart(5)} s  ${line}`);
  const about = [
    ...describeRun(new Date()),
    ...(isShort ? ['Short form: no figure of it can be relied on.'] : []),
  ];
  const run: Run = { isShort, changes, folder, figures: new Map(), tell };
  const goals: Goal[] = [];
  for (const section of sections) {
    tell(`${section.name}: ${section.asks}`);
    const report = await section.run(run);
    goals.push(...report.goals);
    keep(folder, section, { report, about });
    say(`\n${pageOf(section, report, about)}`);
  }
  if (sections.length === SECTIONS.length) {
    const pages = sections.map(({ name, asks }) => `- [${name}](${name}.md): ${asks}`);
    const blocks = ['# Results of the bench', about.join('\n'), goalTable(goals), pages.join('\n')];
    writeFileSync(join(folder, 'README.md'), `${blocks.join('\n\n')}\n`);
  }
  if (goals.length > 0) say(goalTable(goals));
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
const order = readOrder(process.argv.slice(2));
if (order === null) {
  say(
    `usage: npm run bench -- [--short] [--changes=COUNT] [${SECTIONS.map(({ name }) => name).join('|')}]...`,
  );
  process.exit(2);
}
await bench(order);
process.exit(0);
