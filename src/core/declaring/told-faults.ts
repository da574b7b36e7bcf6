import type { AnnexFault } from './annex.ts';

/** What is wrong with a line of a file, counted from 1; 0 is the whole file. */
export interface LineFault extends AnnexFault {
  readonly line: number;
}

/** A fault of more lines than are told. */
export interface RepeatedFault extends AnnexFault {
  /** How many faults of its kind are told of no line. */
  readonly more: number;
  /** The last line that has it. */
  readonly lastLine: number;
}

/** Lines that are told of faults that are alike: enough to see what they have in common. */
const ALIKE = 20;

interface FaultKind {
  readonly fault: AnnexFault;
  told: number;
  more: number;
  lastLine: number;
}

/** The faults of a file as far as somebody reads them: of those that are alike the first ones, and how many more there are. */
export class ToldFaults {
  readonly #limit: number;
  readonly #told: LineFault[] = [];
  readonly #kinds = new Map<string, FaultKind>();
  #count = 0;

  /** `limit`: how many are told, and of how many kinds. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  add(line: number, fault: AnnexFault): void {
    this.#count += 1;
    const kind = this.#kindOf(fault);
    if (kind === null) return;
    kind.lastLine = line;
    if (kind.told === ALIKE || this.#told.length === this.#limit) {
      kind.more += 1;
      return;
    }
    kind.told += 1;
    this.#told.push({ line, ...fault });
  }

  /** Null where there are too many kinds to keep another one. */
  #kindOf(fault: AnnexFault): FaultKind | null {
    const key = `${fault.column ?? ''} ${fault.message}`;
    const known = this.#kinds.get(key);
    if (known !== undefined) return known;
    if (this.#kinds.size === this.#limit) return null;
    const kind: FaultKind = { fault, told: 0, more: 0, lastLine: 0 };
    this.#kinds.set(key, kind);
    return kind;
  }

  /** The faults that are told, in the order of their lines. */
  get told(): readonly LineFault[] {
    return this.#told;
  }

  get repeated(): readonly RepeatedFault[] {
    return [...this.#kinds.values()]
      .filter(({ more }) => more > 0)
      .map(({ fault, more, lastLine }) => ({ ...fault, more, lastLine }));
  }

  /** How many there are in all. */
  get count(): number {
    return this.#count;
  }
}
