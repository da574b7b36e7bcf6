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
