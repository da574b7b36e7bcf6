import type { Settings } from '../config/settings.ts';
import type { MasterKeyFile, Program } from './program.ts';

/** What was typed, taken apart. */
export interface Invocation {
  readonly command: Command;
  readonly places: readonly string[];
  readonly options: ReadonlyMap<string, string>;
  readonly json: boolean;
}

/** What a command has done, for people and for programs. */
export interface Answer {
  /** The one object that `--json` prints; null where the command has already said everything. */
  readonly json: Readonly<Record<string, unknown>> | null;
  readonly text: readonly string[];
  /** 1 where the command did its work and the result is bad news; 0 without it. */
  readonly exitCode?: 0 | 1;
}

/** What a command works with. */
export interface Surroundings {
  /** Throws CommandFailure with every mistake where the settings are wrong. */
  settings(): Settings;
  /** The same, with everything that the settings make possible. */
  program(): Program;
  /** The one thing that needs no settings. */
  createMasterKey(path: string): Promise<MasterKeyFile>;
  /** Says something while the command is still at work: to standard error with `--json`. */
  say(line: string): void;
  /** Prints a line for programs while the command is still at work; nothing without `--json`. */
  event(value: Readonly<Record<string, unknown>>): void;
}

export interface Command {
  /** One or two words. */
  readonly name: string;
  /** What stands behind the words; in brackets what may be left out. */
  readonly places: readonly string[];
  /** Options with what stands for their value, empty for one that takes none; `!` marks one that must be given. */
  readonly options: Readonly<Record<string, string>>;
  readonly summary: string;
  run(invocation: Invocation, surroundings: Surroundings): Promise<Answer>;
}

/** `sello key create COMPANY [--per-minute N]`. */
export function usageOf({ name, places, options }: Command): string {
  const flags = Object.entries(options).map(([option, value]) =>
    value.endsWith('!') ? `--${option} ${value.slice(0, -1)}` : `[${`--${option} ${value}`.trim()}]`,
  );
  return ['sello', name, ...places, ...flags].join(' ');
}
