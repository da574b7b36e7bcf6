import type { Cents } from '../money/decimal.ts';
import { madeOf } from '../records/by-name.ts';
import type { Annex } from './annex.ts';
import { MonthTally } from './month-tally.ts';

/** A row that another export of the same month has otherwise. */
export interface ChangedRow {
  /** Null for a row that was not there before. */
  readonly before: readonly string[] | null;
  /** Null for a row that is not there any more. */
  readonly after: readonly string[] | null;
}

/** A column of amounts, in cents. */
export interface ColumnChange {
  readonly field: string;
  /** As the rows add up. */
  readonly before: Cents;
  readonly after: Cents;
  /** What both come to with credit notes taken off. */
  readonly netBefore: Cents;
  readonly netAfter: Cents;
}

/** An amount that a month declares, before and after, in cents. */
export interface FigureChange {
  readonly box: string | null;
  readonly label: string;
  readonly before: Cents;
  readonly after: Cents;
}

/** What two exports of a month add up to. */
export interface ComparedTallies {
  readonly before: MonthTally;
  readonly after: MonthTally;
}

/** Every figure of two exports, be it otherwise or not; one has classes of income that the other may lack. */
export function figureChanges({ before, after }: ComparedTallies): readonly FigureChange[] {
  const [old, now] = [before.figures(), after.figures()];
  const centsIn = (figures: typeof old, label: string) =>
    figures.find((one) => one.label === label)?.cents ?? 0n;
  const fresh = now.filter(({ label }) => old.every((one) => one.label !== label));
  return [...old, ...fresh].map(({ box, label }) => {
    return { box, label, before: centsIn(old, label), after: centsIn(now, label) };
  });
}

/** What changed in an annex from one export of a month to another. */
export interface AnnexChanges {
  readonly annex: Annex;
  readonly rowsBefore: number;
  readonly rowsAfter: number;
  readonly sums: readonly ColumnChange[];
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** The first of them. */
  readonly rows: readonly ChangedRow[];
}

/** Whether any row is otherwise. */
export function isChanged(of: Pick<AnnexChanges, 'added' | 'removed' | 'changed'>): boolean {
  return of.added + of.removed + of.changed > 0;
}

/** Rows that are told; the others are counted. */
const TOLD = 1_000;

type Cells = readonly string[];

/**
 * Compares two exports of an annex, whatever the order of their rows: all of the first, all of the second, then all of the
 * first again. It keeps a number and a count for each different row, some fifty bytes, and the rows that differ.
 */
export class AnnexComparison {
  readonly #annex: Annex;
  readonly #counts = new Map<number, number>();
  readonly #added = new Map<string, Cells>();
  readonly #gone = new Map<string, Cells>();
  readonly #tallies: ComparedTallies;

  /** The tallies are told of each row, and may be those of other annexes of the same two exports. */
  constructor(
    annex: Annex,
    tallies: ComparedTallies = { before: new MonthTally(), after: new MonthTally() },
  ) {
    this.#annex = annex;
    this.#tallies = tallies;
  }

  /** A row of the first export. */
  before(cells: Cells): void {
    const mark = markOf(cells);
    this.#counts.set(mark, (this.#counts.get(mark) ?? 0) + 1);
    this.#tallies.before.add(this.#annex, cells);
  }

  /** A row of the second export. */
  after(cells: Cells): void {
    this.#tallies.after.add(this.#annex, cells);
    if (!this.#take(cells)) this.#added.set(this.#nameOf(cells, this.#added), cells);
  }

  /** The rows of the first export once more. */
  beforeAgain(cells: Cells): void {
    if (this.#take(cells)) this.#gone.set(this.#nameOf(cells, this.#gone), cells);
  }

  changes(): AnnexChanges {
    const gone = [...this.#gone].map(([name, before]) => ({ before, after: this.#added.get(name) ?? null }));
    const added = [...this.#added]
      .filter(([name]) => !this.#gone.has(name))
      .map(([, after]) => ({ before: null, after }));
    const changed = gone.filter(({ after }) => after !== null).length;
    const { before, after } = this.#tallies;
    return {
      annex: this.#annex,
      rowsBefore: before.totalOf(this.#annex).rows,
      rowsAfter: after.totalOf(this.#annex).rows,
      sums: this.#sums(),
      added: added.length,
      removed: gone.length - changed,
      changed,
      rows: [...gone, ...added].slice(0, TOLD),
    };
  }

  #sums(): readonly ColumnChange[] {
    const { before, after } = this.#tallies;
    const totals = {
      before: before.totalOf(this.#annex),
      after: after.totalOf(this.#annex),
      netBefore: before.netOf(this.#annex),
      netAfter: after.netOf(this.#annex),
    };
    return totals.before.sums.map(({ field }, place) => ({
      field,
      ...madeOf(totals, ({ sums }) => sums[place]?.cents ?? 0n),
    }));
  }

  /** Whether a row like it is left of the first export, which then has one less. */
  #take(cells: Cells): boolean {
    const mark = markOf(cells);
    const left = this.#counts.get(mark) ?? 0;
    if (left > 0) this.#counts.set(mark, left - 1);
    return left > 0;
  }

  /** Rows of one name in both exports are one row that changed; twins in one export are told apart by their number. */
  #nameOf(cells: Cells, among: ReadonlyMap<string, Cells>): string {
    const name = this.#annex.nameOf(cells);
    for (let twin = 0; ; twin += 1) {
      const whole = `${name} ${twin}`;
      if (!among.has(whole)) return whole;
    }
  }
}

const [FIRST_SEED, SECOND_SEED] = [0xdeadbeef, 0x41c6ce57];
const [FIRST_FACTOR, SECOND_FACTOR] = [2_654_435_761, 1_597_334_677];

/** A number of 53 bits that equal rows share, and of others one pair in 2^53. */
function markOf(cells: Cells): number {
  const text = cells.join(';');
  let [high, low] = [FIRST_SEED, SECOND_SEED];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, FIRST_FACTOR);
    low = Math.imul(low ^ code, SECOND_FACTOR);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}
