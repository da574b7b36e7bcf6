import { centsIn } from '../../core/declaring/cents.ts';
import type { BookRow, PageHead, PrintedSheet } from '../../operations/listings/ports.ts';
import { INK, SOFT } from '../drawing/color.ts';
import type { Hand, Strokes } from '../drawing/pen.ts';
import { printable } from '../drawing/printable.ts';
import { wrap } from '../drawing/wrap.ts';
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

interface Open {
  readonly frame: SheetFrame;
  readonly table: Table;
  /** What the rows so far add up to, in cents, by the place of the column. */
  readonly sums: Map<number, bigint>;
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
    this.#open = { frame, table, sums: new Map(), rows: 0 };
    if (this.#items.length > 0) {
      if (PAGE.bottom - this.#top < LEAST_ROOM + table.head.height) this.#turn();
      else this.#top += 10;
    }
    this.#add('H2', titlePart(frame.name));
    if (frame.remark !== '') this.#add('P', remarkPart(frame.remark));
    this.#add('P', table.head);
  }

  rows(rows: readonly BookRow[]): void {
    const open = this.#sheet();
    for (const row of rows) {
      this.#fit(open.table.rowOf(row), open);
      open.rows += 1;
      for (const [index, cell] of row.cells.entries())
        if (cell !== null && typeof cell === 'object' && 'amount' in cell)
          open.sums.set(index, (open.sums.get(index) ?? 0n) + centsOf(cell.amount));
    }
  }

  /** What stands below the rows. */
  end(rows: readonly BookRow[]): void {
    const open = this.#sheet();
    if (open.rows === 0) this.#add('P', remarkPart(open.frame.whenEmpty));
    const parts = rows.map((row) => open.table.rowOf(row));
    for (const part of parts) this.#fit(part, open);
    this.#open = null;
    if (!open.frame.isSigned) return;
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

  /** Adds a row, on the next page where this one has no room for it and for what the sums take. */
  #fit(part: Part, { frame, table, sums, rows }: Open): void {
    const carries = frame.carries && rows > 0;
    const sumsHeight = frame.carries ? ONE_ROW : 0;
    if (this.#top + part.height + sumsHeight > PAGE.bottom) {
      if (carries) this.#add('P', table.sumsOf(CARRIED, sums));
      this.#turn();
      this.#add('artifact', table.head);
      if (carries) this.#add('artifact', table.sumsOf(BROUGHT, sums));
    }
    this.#add('P', part);
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

/** Most amounts of a book are nothing, and reading so many takes its time. */
function centsOf(amount: string): bigint {
  return amount === '0.00' ? 0n : (centsIn(amount) ?? 0n);
}

function titlePart(title: string): Part {
  return {
    height: 15,
    draw: (pen, top) => pen.write(printable(title), { x: PAGE.left, y: top + 10.5 }, SECTION),
  };
}

function remarkPart(remark: string): Part {
  const lines = wrap(printable(remark), REMARK, PAGE_WIDTH);
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
