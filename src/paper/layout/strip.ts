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
