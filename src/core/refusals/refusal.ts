import type { Problem } from './problem.ts';
import { REFUSALS, type RefusalCode } from './registry.ts';

/** A request that was not carried out, as data: what the caller may read. */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly status: number;
  /** Spanish, with the path of the field in the caller's names where one is at fault. */
  readonly detail: string;
  /** For `invalid_request`: everything that is wrong, in the order of the fields. */
  readonly problems: readonly Problem[];
}

/** A refusal of the registry with the places of its text filled. */
export function refuse(code: RefusalCode, places: Readonly<Record<string, string>> = {}): Refusal {
  const { status, text } = REFUSALS[code];
  const detail = text.replace(/\{(\w+)\}/g, (place, name: string) => places[name] ?? place).trim();
  return { kind: 'refused', code, status, detail, problems: [] };
}

/** The refusal of an invalid request; the detail names the first problem and says how many more there are. */
export function refuseProblems(problems: readonly Problem[]): Refusal {
  const [first, ...others] = problems;
  if (first === undefined) throw new RangeError('a refusal of an invalid request needs a problem');
  const more = others.length === 0 ? '' : ` (y ${others.length} ${others.length === 1 ? 'problema' : 'problemas'} más)`;
  return { ...refuse('invalid_request', { problems: `${problemText(first)}${more}` }), problems };
}

/** `lines[3].unit_price: no puede ser negativo.` */
export function problemText(problem: Problem): string {
  return problem.path === '' ? problem.message : `${problem.path}: ${problem.message}`;
}
