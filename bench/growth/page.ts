import { show, showSpread, table } from '../figures/markdown.ts';
import { ratioOf, spreadOf } from '../figures/statistics.ts';
import type { Size } from './churn.ts';
import type { Idleness } from './idle.ts';
import type { Plan } from './plans.ts';
import type { Speed } from './speed.ts';
import type { Figures } from './turns.ts';

/** Median (least to most) of the turns of each. */
export function speedTable(figures: Figures): string {
  const of = (speeds: readonly Speed[], pick: (speed: Speed) => number) =>
    showSpread(spreadOf(speeds.map(pick)));
  return table(
    ['measured', 'per second', 'ms of the service for each', 'ms of PostgreSQL for each', 'p99, ms'],
    [...figures].map(([name, speeds]) => [
      name,
      of(speeds, ({ perSecond }) => perSecond),
      of(speeds, ({ nodesMs }) => nodesMs),
      of(speeds, ({ postgresMs }) => postgresMs),
      of(speeds, ({ p99Ms }) => p99Ms),
    ]),
  );
}

/** How the processor of one stands to that of another, of service and PostgreSQL together. */
export function processorRatio(figures: Figures, name: string, base: string): number {
  const totals = (key: string) =>
    (figures.get(key) ?? []).map(({ nodesMs, postgresMs }) => nodesMs + postgresMs);
  return ratioOf(totals(name), totals(base)).median;
}

export function rateRatio(figures: Figures, name: string, base: string): number {
  const rates = (key: string) => (figures.get(key) ?? []).map(({ perSecond }) => perSecond);
  return ratioOf(rates(name), rates(base)).median;
}

export function idleTable(idle: ReadonlyMap<string, Idleness>): string {
  return table(
    ['nobody asks', 'service, % of a core', 'PostgreSQL, % of a core', 'together'],
    [...idle].map(([name, { nodesPercent, postgresPercent }]) => [
      name,
      show(nodesPercent),
      show(postgresPercent),
      show(nodesPercent + postgresPercent),
    ]),
  );
}

export function askedTable({ statements }: Idleness): string {
  return table(
    ['what is sent while nobody asks', 'a minute', 'ms each'],
    statements.map(({ text, perMinute, meanMs }) => [`\`${text}\``, show(perMinute), show(meanMs)]),
  );
}

const STATEMENT_LENGTH = 90;

/** What touches no page is left out. */
export function planTable(plans: readonly Plan[], crowded: readonly Plan[]): string {
  const beside = new Map(crowded.map((plan) => [keyOf(plan), plan]));
  return table(
    ['doing', 'statement', 'by', 'pages', 'pages where much waits', 'ms'],
    plans
      .filter(({ pages }) => pages > 0)
      .map((plan) => [
        plan.doing,
        `\`${plan.statement.slice(0, STATEMENT_LENGTH)}\``,
        plan.ways.join(', '),
        String(plan.pages),
        String(beside.get(keyOf(plan))?.pages ?? '-'),
        show(plan.ms),
      ]),
  );
}

function keyOf({ doing, statement }: Plan): string {
  return `${doing} ${statement}`;
}

/** The plans as PostgreSQL told them. */
export function planTexts(plans: readonly Plan[]): string {
  return plans
    .filter(({ pages }) => pages > 0)
    .map(({ doing, statement, text }) => `## ${doing}\n\n\`${statement}\`\n\n\`\`\`\n${text.trim()}\n\`\`\``)
    .join('\n\n');
}

/** Sizes by the row, before, right after and some time after so many changes of state. */
export function sizeTable(stages: readonly (readonly [string, readonly Size[]])[]): string {
  const names = stages[0]?.[1].map(({ name }) => name) ?? [];
  const cell = (sizes: readonly Size[], name: string): readonly string[] => {
    const size = sizes.find((one) => one.name === name);
    if (size === undefined) return ['-', '-', '-'];
    return [
      show(size.bytes / 1e6),
      show(size.bytes / Math.max(1, size.rows)),
      size.dead.toLocaleString('en'),
    ];
  };
  return table(
    ['', ...stages.flatMap(([stage]) => [`${stage}: MB`, 'bytes a row', 'dead rows'])],
    names.map((name) => [name, ...stages.flatMap(([, sizes]) => cell(sizes, name))]),
  );
}
