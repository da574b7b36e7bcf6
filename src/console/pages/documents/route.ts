import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';
import type { FieldProblem } from '../../../core/refusals/refusal.ts';
import { may } from '../../../core/users/roles.ts';
import type { Selection } from '../../../operations/listings/ports.ts';
import { readSelection } from '../../../operations/listings/read-selection.ts';
import { quickTotals, selectionTotals } from '../../../operations/listings/selection-totals.ts';
import { ownOfToday } from '../../desk.ts';
import { inWords } from '../../field-words.ts';
import { Markup } from '../../html.ts';
import type { Answer, CompanyPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { isTooLong, keyIn, keyText, openedQuery, queryWith, SEARCH, textsOf } from './query.ts';
import { documentsPage, ownDocumentsPage } from './view.ts';

/** Documents of a page. */
const SHOWN = 50;

/** The list of documents with its search, or what a cashier has issued. */
export const DOCUMENTS: CompanyPage = {
  path: '/documentos',
  access: 'see_own',
  get: async (parts, visit) =>
    may(visit.role, 'see_all')
      ? listed(parts, visit)
      : ownDocumentsPage(visit, await ownOfToday(parts, visit)),
  post: sought,
  refill: sought,
};

/** The form is posted, so that no address on the way has what names a person, and leads on to one that has it sealed. */
function sought(parts: ConsoleParts, visit: CompanyVisit): Answer {
  const asked = openedVisit(parts, { ...visit, query: visit.form });
  if (asked instanceof Markup) return asked;
  const { query } = asked;
  if (isTooLong(query)) return refusedList(parts, asked, [TOO_LONG]);
  return addressIn(visit, `/documentos${queryWith(query, {})}`);
}

const TOO_LONG: FieldProblem = {
  path: SEARCH,
  code: 'too_long',
  message: 'Lo que se busca es demasiado largo.',
};

async function listed(parts: ConsoleParts, asked: CompanyVisit): Promise<Markup> {
  const search = searchIn(parts, asked);
  if (search instanceof Markup) return search;
  const { desk } = parts;
  const { visit, selection } = search;
  const { companyId, query } = visit;
  const after = keyIn(query.one('despues'));
  const isFirst = after === null;
  const page = await desk.lister.page(companyId, {
    selection,
    after,
    newestFirst: true,
    limit: SHOWN,
    withStanding: true,
    withDelivery: false,
  });
  // Columns that take a look at each document are shown to whoever asks for them.
  const addUp = query.one('totales') === '1' ? selectionTotals : quickTotals;
  const totals = isFirst ? await addUp(desk, companyId, selection) : null;
  const next = page.next === null ? null : keyText(page.next);
  return documentsPage(visit, {
    views: page.views,
    next,
    isFirst,
    totals,
    problems: [],
    today: today(parts),
  });
}

/** What an address of the list, or of its file, asks for. */
export interface Search {
  /** The visit with what it looks for in the open. */
  readonly visit: CompanyVisit;
  readonly selection: Selection;
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

/** The visit with what it looks for in the open, or the page that says that the address does not tell it any more. */
function openedVisit(parts: ConsoleParts, visit: CompanyVisit): CompanyVisit | Markup {
  const { addresses } = parts.desk;
  const { query, problem } = openedQuery({ addresses, companyId: visit.companyId }, visit.query);
  const opened = { ...visit, query };
  return problem === null ? opened : refusedList(parts, opened, [problem]);
}

/** The page of the list with what is wrong with what was asked for, and without documents. */
function refusedList(parts: ConsoleParts, visit: CompanyVisit, told: readonly FieldProblem[]): Markup {
  const problems = told.map((problem) => ({ ...problem, message: inWords(problem.message) }));
  const nothing = { views: [], next: null, isFirst: true, totals: null };
  return documentsPage(visit, { ...nothing, problems, today: today(parts) });
}

function today({ clock }: ConsoleParts): string {
  return fiscalTime(clock.now()).fecEmi;
}
