/** One thing wrong with what a person sent us, in the names that person used. */
export interface Problem {
  /** The field in the caller's own names, like `lines[3].unit_price`; empty for the whole body. */
  readonly path: string;
  /** What is wrong, in Spanish, as one sentence without the path. */
  readonly message: string;
}
