import type { FieldProblemCode } from './field-problems.ts';
import { REFUSALS, type RefusalCode } from './registry.ts';
import { filledText } from './text.ts';

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

/** What was read of a request, or of something else, as far as it could be, and everything that is wrong with it. */
export interface Read<Value, Wrong = FieldProblem> {
  readonly value: Value;
  readonly problems: readonly Wrong[];
}

/** What was read without a problem. */
export function read<Value>(value: Value): Read<Value, never> {
  return { value, problems: [] };
}

/** Nothing could be read, for one reason. */
export function unreadable<Wrong>(problem: Wrong): Read<null, Wrong> {
  return { value: null, problems: [problem] };
}

/** What is wrong with all of it, in the order given. */
export function problemsOf<Wrong>(
  ...reads: readonly Pick<Read<unknown, Wrong>, 'problems'>[]
): readonly Wrong[] {
  return reads.flatMap(({ problems }) => problems);
}

/** A request that was not carried out, as data: what the caller may read. */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly status: number;
  /** Spanish, with the path of the field in the caller's names where one is at fault. */
  readonly detail: string;
  /** For `invalid_request`: what is wrong, in the order of the fields, the first 50. */
  readonly problems: readonly FieldProblem[];
}

/** A refusal of the registry with the places of its text filled; a place that nothing was given for stays empty. */
export function refuse(code: RefusalCode, places: Readonly<Record<string, string>> = {}): Refusal {
  const { status, text } = REFUSALS[code];
  return { kind: 'refused', code, status, detail: filledText(text, places), problems: [] };
}

/** The refusal of an invalid request; the detail names the first problem and says how many more there are. */
export function refuseProblems(problems: readonly FieldProblem[]): Refusal {
  const shown = problems
    .slice(0, MOST_SHOWN)
    .map((problem) => ({ ...problem, path: shortened(problem.path) }));
  const [first] = shown;
  const others = problems.length - 1;
  if (first === undefined) throw new RangeError('a refusal of an invalid request needs a problem');
  const more = others === 0 ? '' : ` (y ${others} ${others === 1 ? 'problema' : 'problemas'} más)`;
  return { ...refuse('invalid_request', { problems: `${problemText(first)}${more}` }), problems: shown };
}

/** More than anybody reads; the first sentence says how many there are. */
const MOST_SHOWN = 50;

/** Longer than the path of any field there is; what a caller made up comes back no longer than this. */
const LONGEST_PATH = 60;

function shortened(path: string): string {
  const start = [...path.slice(0, 2 * LONGEST_PATH)].slice(0, LONGEST_PATH).join('');
  return start === path ? path : `${start}…`;
}

/** `lines[3].unit_price: no puede ser negativo.` */
export function problemText({ path, message }: Problem): string {
  return path === '' ? asSentence(message) : `${path}: ${asClause(message)}`;
}

/** `quantity × unit_price`, `unit_price`: names are not capitalised. */
const BEGINS_WITH_FIELD = /^[a-z]+(?:_[a-z]| ×)/;

/** The message as a sentence of its own. */
export function asSentence(message: string): string {
  if (BEGINS_WITH_FIELD.test(message)) return message;
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** The message behind a colon: lower case, unless its first word is an abbreviation. */
function asClause(message: string): string {
  return /^\p{Lu}\p{Ll}|^\p{Lu} /u.test(message)
    ? message.charAt(0).toLowerCase() + message.slice(1)
    : message;
}
