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
