/** The flags that every answer about a document carries. */
export interface FiscalAnswer {
  readonly dte_success: boolean;
  readonly contingency: boolean;
  readonly rejected: boolean;
  readonly observaciones: readonly string[];
}

/**
 * What became of a document. `stamped`: it is valid. `contingency`: it has its number and the service goes on by itself;
 * hand it to the customer and ask for its status later. `rejected`: correct the data and send it again under the same
 * reference.
 */
export type Outcome<Answer extends FiscalAnswer> =
  | { readonly kind: 'stamped'; readonly answer: Answer }
  | { readonly kind: 'contingency'; readonly answer: Answer }
  | { readonly kind: 'rejected'; readonly answer: Answer; readonly reasons: readonly string[] };

/** The outcome that the flags of an answer tell. Throws on flags that no outcome has. */
export function outcomeOf<Answer extends FiscalAnswer>(answer: Answer): Outcome<Answer> {
  if (answer.rejected) return { kind: 'rejected', answer, reasons: answer.observaciones };
  if (answer.dte_success) return { kind: 'stamped', answer };
  if (answer.contingency) return { kind: 'contingency', answer };
  throw new Error('the answer is neither stamped, nor in contingency, nor rejected');
}

export function isStamped(answer: FiscalAnswer): boolean {
  return outcomeOf(answer).kind === 'stamped';
}

export function isInContingency(answer: FiscalAnswer): boolean {
  return outcomeOf(answer).kind === 'contingency';
}

export function isRejected(answer: FiscalAnswer): boolean {
  return outcomeOf(answer).kind === 'rejected';
}
