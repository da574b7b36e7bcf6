import type { ProductName } from '../drafting/completion.ts';
import type { FieldProblem } from '../refusals/problem.ts';

/**
 * What a cause does to a document: it cannot be issued; it is issued with a value that Sello supplies because the
 * generation demands one; or it carries, in the one generation as in the other, a value that says little.
 */
export const CAUSE_KINDS = ['impossible', 'repaired', 'remark'] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/** Something that a rehearsal found about a document. */
export interface Cause {
  readonly kind: CauseKind;
  readonly code: string;
  /** In the caller's own names, for lines of any place: `lines[].unit`. */
  readonly field: string;
  /** In Spanish. */
  readonly message: string;
}

/** Why an order is refused in the other generation; of lines, wherever they stand. */
export function impossible({ code, path, message }: FieldProblem): Cause {
  return { kind: 'impossible', code, field: path.replace(/\[[0-9]+\]/g, '[]'), message };
}

/** What a company may tell of a customer or product, so that nothing has to stand in for it. */
export const GAPS = ['district', 'document_type', 'activity_code', 'unit'] as const;
export type Gap = (typeof GAPS)[number];

/** A customer or product of which something is left open. */
export interface Incomplete {
  /** A customer by the identity number, a product by what it is known by. */
  readonly of: { readonly by: 'identity'; readonly name: string } | ProductName;
  /** What it is called. */
  readonly title: string;
  readonly gaps: readonly Gap[];
}
