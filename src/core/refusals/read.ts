import type { FieldProblem } from './problem.ts';

/** What was read of a request, as far as it could be, and everything that is wrong with it. */
export interface Read<Value> {
  readonly value: Value;
  readonly problems: readonly FieldProblem[];
}

/** What was read without a problem. */
export function read<Value>(value: Value): Read<Value> {
  return { value, problems: [] };
}

/** Nothing could be read, for one reason. */
export function unreadable(problem: FieldProblem): Read<null> {
  return { value: null, problems: [problem] };
}

/** What is wrong with all of it, in the order given. */
export function problemsOf(...reads: readonly Pick<Read<unknown>, 'problems'>[]): readonly FieldProblem[] {
  return reads.flatMap(({ problems }) => problems);
}
