import type { StoredCompany } from '../operations/companies/ports.ts';
import type { Installation } from './installation.ts';
import type { MasterKeyFile, Office, Program } from './program.ts';

/** What a command has done, for people and for programs. */
export interface Answer {
  /** The one object that `--json` prints; null where the command has already said everything. */
  readonly json: Readonly<Record<string, unknown>> | null;
  readonly text: readonly string[];
  /** 1 where the command did its work and the result is bad news; 0 without it. */
  readonly exitCode?: 0 | 1;
}

/** The answer of a command that has said everything before it ended. */
export const ENDED: Answer = { json: null, text: [] };

/** What was typed behind the name of a command, and what the command works with. */
export interface Call {
  readonly places: readonly string[];
  readonly options: ReadonlyMap<string, string>;
  /** Everything that the settings make possible. Throws CommandFailure with every mistake where they are wrong. */
  program(): Program;
  /** Opens the installation as the operator, until the command has ended. */
  open(): Promise<Installation>;
  /** Opens the installation, and the company that is typed first. Throws CommandFailure where there is no such company. */
  openCompany(): Promise<StoredCompany & { readonly installation: Installation; readonly office: Office }>;
  /** Closes when the command has ended, before its answer is printed. */
  readonly stack: AsyncDisposableStack;
  /** The one thing that needs no settings. */
  createMasterKey(path: string): Promise<MasterKeyFile>;
  /** Says something while the command is still at work: to standard error with `--json`. */
  say(line: string): void;
  /** Prints a line for programs while the command is still at work; nothing without `--json`. */
  event(value: Readonly<Record<string, unknown>>): void;
}

export interface Command {
  /**
   * What is typed, like `key create COMPANY [--per-minute N]`: one or two words, what stands behind them, and options
   * with what stands for their value; in brackets is what may be left out.
   */
  readonly usage: string;
  readonly summary: string;
  /** Loads what runs it, and everything that this needs. */
  load(): Promise<(call: Call) => Promise<Answer>>;
}

/** What the usage of a command says. */
export interface Shape {
  readonly name: string;
  /** In brackets what may be left out. */
  readonly places: readonly string[];
  readonly options: readonly {
    readonly name: string;
    readonly takesValue: boolean;
    readonly needed: boolean;
  }[];
}

/** An option with its brackets and what stands for its value, a place, or a word of the name. */
const PART = /\[?--([a-z0-9-]+)(?: ([^\s\]]+))?\]?|\[?[A-Z_0-9]+\]?|[a-z0-9-]+/g;

export function shapeOf({ usage }: Command): Shape {
  const parts = [...usage.matchAll(PART)];
  const words = parts.filter(([, option]) => option === undefined).map(([word]) => word);
  const isPlace = (word: string) => /[A-Z]/.test(word);
  return {
    name: words.filter((word) => !isPlace(word)).join(' '),
    places: words.filter(isPlace),
    options: parts.flatMap(([part, name, value]) =>
      name === undefined ? [] : [{ name, takesValue: value !== undefined, needed: !part.startsWith('[') }],
    ),
  };
}
