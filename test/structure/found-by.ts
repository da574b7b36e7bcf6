import { checkOf } from '../../src/core/dte/structure/check.ts';
import type { Field } from '../../src/core/dte/structure/table.ts';
import { ROOT, type StructureProblem } from '../../src/core/dte/structure/words.ts';

/** What is wrong with a value by a field of a table, one sentence a problem. */
export function foundBy(field: Field, value: unknown): readonly string[] {
  const found: StructureProblem[] = [];
  checkOf(field)(value, ROOT, found);
  return found.map(({ path, message }) => `${path} ${message}`);
}
