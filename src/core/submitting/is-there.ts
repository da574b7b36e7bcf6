/** What came of a call of the authority's. */
export interface Outcome {
  readonly kind: string;
  /** Silence with the authority's own words about the document's code, which decide nothing. */
  readonly spoke?: boolean;
}

/** Whether the authority is there: an answer is an answer, whatever it decides, and where it decides nothing. */
export function isThere({ kind, spoke }: Outcome): boolean {
  return kind === 'silent' ? spoke === true : kind !== 'not_delivered';
}
