import { show, table } from './figures/markdown.ts';

/** One figure that the service is held to. */
export interface Goal {
  readonly says: string;
  readonly bar: string;
  readonly measured: string;
  readonly met: boolean;
}

/** What a section came to. */
export interface Report {
  readonly goals: readonly Goal[];
  /** Blocks of Markdown. */
  readonly text: readonly string[];
  /** SVG by the name of the picture, without folder and ending. */
  readonly plots: Readonly<Record<string, string>>;
}

/** What the sections of one run share. */
export interface Run {
  readonly isShort: boolean;
  /** Changes of state of the section `growth`, in place of the form's own number. */
  readonly changes: number | null;
  /** Where the pages go. */
  readonly folder: string;
  /** Figures that a later section builds on, by name. */
  readonly figures: Map<string, number>;
  /** Tells whoever waits at the terminal. */
  tell(line: string): void;
}

export interface Section {
  readonly name: string;
  /** What it finds out. */
  readonly asks: string;
  run(run: Run): Promise<Report>;
}

export function atLeast(says: string, measured: number, bar: number): Goal {
  return { says, bar: `at least ${show(bar)}`, measured: show(measured), met: measured >= bar };
}

export function atMost(says: string, measured: number, bar: number): Goal {
  return { says, bar: `at most ${show(bar)}`, measured: show(measured), met: measured <= bar };
}

/** The page of one section. */
export function pageOf(section: Section, report: Report, about: readonly string[]): string {
  const pictures = Object.keys(report.plots).map((name) => `![${name}](${name}.svg)`);
  const goals = report.goals.length === 0 ? [] : [goalTable(report.goals)];
  const blocks = [`# ${section.name}`, section.asks, about.join('\n'), ...goals, ...report.text, ...pictures];
  return `${blocks.join('\n\n')}\n`;
}

export function goalTable(goals: readonly Goal[]): string {
  return table(
    ['goal', 'bar', 'measured', 'met'],
    goals.map(({ says, bar, measured, met }) => [says, bar, measured, met ? 'yes' : '**no**']),
  );
}
