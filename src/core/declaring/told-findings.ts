import type { Finding } from './annex.ts';

/** What is said of a line of a file, counted from 1; 0 is the whole file. */
export interface LineFinding extends Finding {
  readonly line: number;
}

/** What is said of more lines than are told. */
export interface RepeatedFinding extends Finding {
  /** How many of its kind are told of no line. */
  readonly more: number;
  /** The last line that has it. */
  readonly lastLine: number;
}

/** Findings of a file, of which those that are alike are told of the first lines. */
export interface Told {
  readonly told: readonly LineFinding[];
  readonly repeated: readonly RepeatedFinding[];
  /** How many there are in all. */
  readonly count: number;
}

/** Lines that are told of findings that are alike: enough to see what they have in common. */
const ALIKE = 20;

interface FindingKind {
  readonly finding: Finding;
  told: number;
  more: number;
  lastLine: number;
}

/** The findings of a file as far as somebody reads them: of those that are alike the first ones, and how many more there are. */
export class ToldFindings {
  readonly #limit: number;
  readonly #told: LineFinding[] = [];
  readonly #kinds = new Map<string, FindingKind>();
  #count = 0;

  /** `limit`: how many are told, and of how many kinds. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(line: number, finding: Finding): void {
    this.#count += 1;
    const kind = this.#kindOf(finding);
    if (kind === null) return;
    kind.lastLine = line;
    if (kind.told === ALIKE || this.#told.length === this.#limit) {
      kind.more += 1;
      return;
    }
    kind.told += 1;
    this.#told.push({ line, ...finding });
  }

  /** Null where there are too many kinds to keep another one. */
  #kindOf(finding: Finding): FindingKind | null {
    const key = `${finding.column ?? ''} ${finding.message}`;
    const known = this.#kinds.get(key);
    if (known !== undefined) return known;
    if (this.#kinds.size === this.#limit) return null;
    const kind: FindingKind = { finding, told: 0, more: 0, lastLine: 0 };
    this.#kinds.set(key, kind);
    return kind;
  }

  /** What somebody reads: `ofFile`, which are of no line, and then the others in the order of their lines. */
  result(ofFile: readonly LineFinding[] = []): Told {
    const repeated = [...this.#kinds.values()]
      .filter(({ more }) => more > 0)
      .map(({ finding, more, lastLine }) => ({ ...finding, more, lastLine }));
    return { told: [...ofFile, ...this.#told], repeated, count: ofFile.length + this.#count };
  }
}
