import { isMembers, type Place, report, type Shape, type StructureProblem } from './shape.ts';

/** How many entries a list has, and whether each differs from all others. */
export interface ListLimits {
  readonly min?: number;
  readonly max?: number;
  readonly unique?: boolean;
}

/** A list of entries of one shape. */
export function list(entry: Shape, limits: ListLimits = {}): Shape {
  const { min = 0, max = Number.POSITIVE_INFINITY, unique = false } = limits;
  return (candidate, at, found) => {
    if (!isList(candidate)) {
      report(found, at, 'must be a list');
      return;
    }
    if (candidate.length < min) report(found, at, `must have at least ${min} entries`);
    if (candidate.length > max) report(found, at, `must have at most ${max} entries`);
    const before = found.length;
    for (const [index, member] of candidate.entries()) entry(member, { parent: at, step: index }, found);
    // Entries of a wrong shape may be anything, endlessly nested too; only good ones are compared.
    if (unique && found.length === before) reportRepetitions(candidate, at, found);
  };
}

function isList(candidate: unknown): candidate is readonly unknown[] {
  return Array.isArray(candidate);
}

function reportRepetitions(entries: readonly unknown[], at: Place, found: StructureProblem[]): void {
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const text = sameText(entry);
    if (seen.has(text)) report(found, { parent: at, step: index }, 'repeats an earlier entry');
    seen.add(text);
  }
}

/** A text that is the same for entries with the same content, in whatever order their keys stand. */
function sameText(entry: unknown): string {
  if (!isMembers(entry)) return JSON.stringify(entry);
  return JSON.stringify(Object.entries(entry).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
