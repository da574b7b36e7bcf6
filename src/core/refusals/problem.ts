import type { FieldProblemCode } from './field-problems.ts';

/** One thing wrong with what a person sent us, in the names that person used. */
export interface Problem {
  /** The field in the caller's own names, like `lines[3].unit_price`; empty for the whole body. */
  readonly path: string;
  /** What is wrong, in Spanish, as one sentence without the path. */
  readonly message: string;
}

/** What is wrong with a field, without saying which. */
export interface Fault {
  readonly code: FieldProblemCode;
  /** In Spanish, as one sentence without the path. */
  readonly message: string;
}

/** One thing wrong with a request, for the person who reads it and for the program that sent it. */
export interface FieldProblem extends Problem, Fault {}

export function fieldProblem(path: string, code: FieldProblemCode, message: string): FieldProblem {
  return { path, code, message };
}
