import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';
import type { FieldProblem } from '../../../core/refusals/problem.ts';
import type { Selection } from '../../../operations/listings/ports.ts';
import { readSelection } from '../../../operations/listings/read-selection.ts';
import { inWords } from '../../field-words.ts';
import { Markup } from '../../html.ts';
import type { ConsoleParts } from '../../parts.ts';
import type { CompanyVisit } from '../../visit.ts';
import { openedQuery, textsOf } from './query.ts';
import { documentsPage } from './view.ts';

/** What an address of the list, or of its file, asks for. */
export interface Search {
  /** The visit with what it looks for in the open. */
  readonly visit: CompanyVisit;
  readonly selection: Selection;
}

/** The visit with what it looks for in the open, or the page that says that the address does not tell it any more. */
export function openedVisit(parts: ConsoleParts, visit: CompanyVisit): CompanyVisit | Markup {
  const { addresses } = parts.reading;
  const { query, problem } = openedQuery({ addresses, companyId: visit.companyId }, visit.query);
  const opened = { ...visit, query };
  return problem === null ? opened : refusedList(parts, opened, [problem]);
}

/** Reads what an address asks for; the page that says what is wrong with it where something is. */
export function searchIn(parts: ConsoleParts, visit: CompanyVisit): Search | Markup {
  const opened = openedVisit(parts, visit);
  if (opened instanceof Markup) return opened;
  const read = readSelection(textsOf(opened.query), opened.company.ambiente);
  return read.kind === 'problems'
    ? refusedList(parts, opened, read.problems)
    : { visit: opened, selection: read.selection };
}

/** The page of the list with what is wrong with what was asked for, and without documents. */
export function refusedList(
  { clock }: Pick<ConsoleParts, 'clock'>,
  visit: CompanyVisit,
  told: readonly FieldProblem[],
): Markup {
  const today = fiscalTime(clock.now()).fecEmi;
  const problems = told.map((problem) => ({ ...problem, message: inWords(problem.message) }));
  return documentsPage(visit, { views: [], next: null, isFirst: true, totals: null, problems, today });
}
