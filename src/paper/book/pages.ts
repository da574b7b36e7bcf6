import { centsIn } from '../../core/declaring/cents.ts';
import type { Cents } from '../../core/money/decimal.ts';
import type { BookRow, PageHead, PrintedSheet } from '../../operations/listings/ports.ts';
import { INK, SOFT } from '../drawing/color.ts';
import { wrap } from '../drawing/measure.ts';
import type { Hand, Strokes } from '../drawing/pen.ts';
import { printable } from '../drawing/printable.ts';
import { drawFoot, type Heading, headingOf, PAGE, PAGE_WIDTH } from './page.ts';
import { ONE_ROW, type Part, type Table, tableOf } from './table.ts';

/** What is known of a sheet before its rows. */
export type SheetFrame = Pick<
  PrintedSheet,
  'name' | 'columns' | 'remark' | 'whenEmpty' | 'carries' | 'isSigned'
>;

const SECTION: Hand = { face: 'strong', size: 9 };
const REMARK: Hand = { face: 'text', size: 7, color: SOFT };
const STEP = 9;
const SIGNATURE = 58;
/** A sheet begins on the page of the one before it where it has so much room. */
const LEAST_ROOM = 90;
const CARRIED = 'Van';
const BROUGHT = 'Vienen';

interface Item {
  readonly part: Part;
  readonly top: number;
  readonly tag: 'H2' | 'P' | 'artifact';
}

/** Rows that stand on one page with the totals below them, and with the line for the signature. */
const KEPT_TOGETHER = 3;

interface Row {
  readonly row: BookRow;
  readonly part: Part;
}

interface Open {
  readonly frame: SheetFrame;
  readonly table: Table;
  /** The first of its items on the page that it begins on, counted from 0. */
  readonly first: number;
  /** The last rows so far: they are placed before others, or together with what stands below. */
  readonly waiting: Row[];
  /** What the rows that are placed add up to, in cents, by the place of the column. */
  readonly sums: Map<number, Cents>;
  /** How many are placed. */
  rows: number;
}

/** The pages of sheets one after the other: a page is drawn when it is full, and nothing is kept of it. */
export class Pages {
  readonly #pen: Strokes;
  readonly #heading: Heading;
  readonly #foot: string;
  #items: Item[] = [];
  #top: number;
  #folio = 0;
  #open: Open | null = null;

  constructor(pen: Strokes, head: PageHead) {
    this.#pen = pen;
    this.#heading = headingOf(head);
    this.#foot = printable(`${head.title} · ${head.holder}`);
    this.#top = this.#heading.bottom;
  }

  begin(frame: SheetFrame): void {
    const table = tableOf(frame.columns);
    if (this.#items.length > 0) {
      if (PAGE.bottom - this.#top < LEAST_ROOM + table.head.height) this.#turn();
      else this.#top += 10;
    }
    const first = this.#items.length;
    this.#open = { frame, table, first, waiting: [], sums: new Map(), rows: 0 };
    this.#announce(this.#open);
  }

  #announce({ frame, table }: Open): void {
    this.#add('H2', titlePart(frame.name));
    if (frame.remark !== '') this.#add('P', remarkPart(frame.remark));
    this.#add('P', table.head);
  }

  rows(rows: readonly BookRow[]): void {
    const open = this.#sheet();
    for (const row of rows) {
      open.waiting.push({ row, part: open.table.rowOf(row) });
      if (open.waiting.length > KEPT_TOGETHER) this.#place(open.waiting.splice(0, 1), open);
    }
  }

  /** What stands below the rows. */
  end(rows: readonly BookRow[]): void {
    const open = this.#sheet();
    const { frame, table, waiting } = open;
    const isEmpty = open.rows === 0 && waiting.length === 0;
    const below = [...(isEmpty ? [remarkPart(frame.whenEmpty)] : []), ...rows.map(table.rowOf)];
    const together = [
      ...waiting.map(({ part }) => part),
      ...below,
      ...(frame.isSigned ? [SIGNATURE_PART] : []),
    ];
    const height = together.reduce((sum, part) => sum + part.height, sumsHeightOf(frame));
    if (this.#top + height > PAGE.bottom) this.#break(open);
    this.#place(waiting, open);
    for (const part of below) this.#fit(part, open);
    this.#open = null;
    if (!frame.isSigned) return;
    if (this.#top + SIGNATURE > PAGE.bottom) this.#turn();
    this.#add('P', SIGNATURE_PART);
  }

  /** The last page. */
  close(): void {
    if (this.#items.length > 0) this.#turn();
  }

  #sheet(): Open {
    if (this.#open === null) throw new Error('no sheet was begun');
    return this.#open;
  }

  #place(rows: readonly Row[], open: Open): void {
    for (const { row, part } of rows) {
      this.#fit(part, open);
      open.rows += 1;
      for (const [index, cell] of row.cells.entries())
        if (cell !== null && typeof cell === 'object' && 'amount' in cell)
          open.sums.set(index, (open.sums.get(index) ?? 0n) + centsOf(cell.amount));
    }
  }

  /** Adds a part, on the next page where this one has no room for it and for what the sums take. */
  #fit(part: Part, open: Open): void {
    if (this.#top + part.height + sumsHeightOf(open.frame) > PAGE.bottom) this.#continue(open);
    this.#add('P', part);
  }

  /** Goes on with a table on the next page. */
  #continue({ frame, table, sums, rows }: Open): void {
    const carries = frame.carries && rows > 0;
    if (carries) this.#add('P', table.sumsOf(CARRIED, sums));
    this.#turn();
    this.#add('artifact', table.head);
    if (carries) this.#add('artifact', table.sumsOf(BROUGHT, sums));
  }

  /** Leaves the rest of a sheet to the next page; a sheet of which nothing is placed goes there with its title. */
  #break(open: Open): void {
    if (open.rows > 0) this.#continue(open);
    else if (open.first > 0) {
      this.#items.splice(open.first);
      this.#turn();
      this.#announce(open);
    }
  }

  #add(tag: Item['tag'], part: Part): void {
    this.#items.push({ part, top: this.#top, tag });
    this.#top += part.height;
  }

  /** Draws the page, and begins the next one. */
  #turn(): void {
    const [pen, items] = [this.#pen, this.#items];
    this.#folio += 1;
    pen.addPage(PAGE);
    this.#heading.draw(pen, this.#folio);
    for (let from = 0; from < items.length; ) {
      const tag = items[from]?.tag ?? 'P';
      const after = items.findIndex((item, index) => index > from && item.tag !== tag);
      const together = items.slice(from, after < 0 ? items.length : after);
      const draw = () => {
        for (const { part, top } of together) part.draw(pen, top);
      };
      // What is read together has one tag: one for each of a million rows would fit no memory.
      if (tag === 'artifact') pen.artifact(draw);
      else pen.tag(tag, draw);
      from += together.length;
    }
    drawFoot(pen, this.#foot);
    this.#items = [];
    this.#top = this.#heading.bottom;
  }
}

/** What a page that its table goes beyond needs below the last row. */
function sumsHeightOf({ carries }: SheetFrame): number {
  return carries ? ONE_ROW : 0;
}

/** Most amounts of a book are nothing, and reading so many takes its time. */
function centsOf(amount: string): Cents {
  return amount === '0.00' ? 0n : (centsIn(amount) ?? 0n);
}

function titlePart(title: string): Part {
  return {
    height: 15,
    draw: (pen, top) => pen.write(printable(title), { x: PAGE.left, y: top + 10.5 }, SECTION),
  };
}

function remarkPart(remark: string): Part {
  const lines = wrap(remark, REMARK, PAGE_WIDTH);
  return {
    height: lines.length * STEP + 4,
    draw(pen, top) {
      for (const [index, text] of lines.entries())
        pen.write(text, { x: PAGE.left, y: top + 7 + index * STEP }, REMARK);
    },
  };
}

const SIGNATURE_LINE = 210;

/** Where the accountant signs (Reglamento, art. 85). */
const SIGNATURE_PART: Part = {
  height: SIGNATURE,
  draw(pen, top) {
    const y = top + SIGNATURE - 18;
    for (const [index, text] of ['Nombre del contador', 'Firma'].entries()) {
      const x = PAGE.left + 60 + index * (SIGNATURE_LINE + 80);
      pen.rule({ x, y }, SIGNATURE_LINE, { color: INK, thickness: 0.6 });
      pen.write(text, { x, y: y + 10 }, REMARK);
    }
  },
};
