import type { Pen } from '../drawing/pen.ts';

/** A part of the page from one side to the other. */
export interface Strip {
  /** In points. */
  readonly height: number;
  /** `top` is where it begins, in points from the upper edge. */
  readonly draw: (pen: Pen, top: number) => void;
  /** Whether it stays on the page of the strip that follows it. */
  readonly holdsNext?: true;
  /** Whether it is a row of the table of lines, whose head stands on every page that has one. */
  readonly isRow?: true;
}

/** Nothing, of some height. */
export function gap(height: number): Strip {
  return { height, draw: () => undefined };
}

/** Draws strips one under the other. */
export function drawDown(pen: Pen, strips: readonly Strip[], top: number): void {
  let y = top;
  for (const strip of strips) {
    strip.draw(pen, y);
    y += strip.height;
  }
}

/** A long text in pieces of so many lines, which may go on over the page; without lines it is one empty piece. */
export function piecesOf(lines: readonly string[], most: number): readonly (readonly string[])[] {
  const count = Math.max(1, Math.ceil(lines.length / most));
  return Array.from({ length: count }, (_, index) => lines.slice(index * most, (index + 1) * most));
}

export interface PageRoom {
  /** Points for strips on the first page, and on every other. */
  readonly first: number;
  readonly other: number;
  /** What rows need above them on a page that begins with one. */
  readonly rowHead: Strip;
}

/**
 * Strips by page, in their order. Strips that hold each other share a page where one has the room; what is higher than
 * a page has one alone.
 */
export function paginate(strips: readonly Strip[], room: PageRoom): readonly (readonly Strip[])[] {
  const pages: Strip[][] = [[]];
  let left = room.first;
  for (const clump of clumpsOf(strips)) {
    const height = heightOf(clump);
    const page = pages.at(-1);
    if (height <= left || page === undefined || page.length === 0) {
      page?.push(...clump);
      left -= height;
      continue;
    }
    const head = clump[0]?.isRow === true ? [room.rowHead] : [];
    pages.push([...head, ...clump]);
    left = room.other - heightOf(head) - height;
  }
  return pages;
}

export function heightOf(strips: readonly Strip[]): number {
  return strips.reduce((total, { height }) => total + height, 0);
}

function clumpsOf(strips: readonly Strip[]): readonly (readonly Strip[])[] {
  const clumps: Strip[][] = [];
  let open: Strip[] | null = null;
  for (const strip of strips) {
    if (open === null) {
      open = [];
      clumps.push(open);
    }
    open.push(strip);
    if (strip.holdsNext !== true) open = null;
  }
  return clumps;
}

/** The sizes of type on letter paper, in points. */
export interface TypeScale {
  /** What is read: values, lines, sums. */
  readonly body: number;
  /** What names it: labels, heads of columns, remarks. */
  readonly small: number;
}

/** For what fits one page. */
export const ROOMY: TypeScale = { body: 9.5, small: 7.5 };
/** For what takes several. */
export const COMPACT: TypeScale = { body: 8, small: 6.4 };
