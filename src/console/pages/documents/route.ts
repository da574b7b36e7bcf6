import type { FastifyInstance } from 'fastify';
import { fiscalTime } from '../../../core/calendar/el-salvador-time.ts';
import type { FieldProblem } from '../../../core/refusals/problem.ts';
import { may } from '../../../core/users/roles.ts';
import type { Selection } from '../../../operations/listings/ports.ts';
import { quickTotals, selectionTotals } from '../../../operations/listings/selection-totals.ts';
import { ownDocuments } from '../../../operations/users/own-documents.ts';
import { Markup } from '../../html.ts';
import { type Handler, registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { isTooLong, keyIn, keyText, queryWith, SEARCH } from './query.ts';
import { openedVisit, refusedList, searchIn } from './search.ts';
import { documentsPage, ownDocumentsPage } from './view.ts';

/** Documents of a page. */
const SHOWN = 50;
const OWN_SHOWN = 100;

/** The list of documents with its search. */
export function registerDocuments(app: FastifyInstance, parts: ConsoleParts): void {
  // The form is posted, so that no address on the way has what names a person, and leads on to one that has it sealed.
  const search: Handler<CompanyVisit> = (visit, reply) => {
    const asked = openedVisit(parts, { ...visit, query: visit.form });
    if (asked instanceof Markup) return asked;
    const { query } = asked;
    if (isTooLong(query)) return refusedList(parts, asked, [TOO_LONG]);
    return reply.redirect(addressIn(visit, `/documentos${queryWith(query, {})}`), 303);
  };
  registerPage(app, parts, {
    path: '/documentos',
    permission: 'see_own',
    get: (visit) => (may(visit.role, 'see_all') ? listed(parts, visit) : own(parts, visit)),
    post: search,
    refill: search,
  });
}

async function own({ users, clock, reading }: ConsoleParts, visit: CompanyVisit): Promise<Markup> {
  const { companyId, session } = visit;
  const parts = { deeds: users.deeds, documents: reading.documents, clock };
  const views = await ownDocuments(parts, { companyId, userId: session.userId }, OWN_SHOWN);
  return ownDocumentsPage(visit, views);
}

async function listed(parts: ConsoleParts, asked: CompanyVisit): Promise<Markup> {
  const search = searchIn(parts, asked);
  if (search instanceof Markup) return search;
  const { reading, clock } = parts;
  const { visit, selection } = search;
  const after = keyIn(visit.query.one('despues'));
  const isFirst = after === null;
  const page = await reading.lister.page(visit.companyId, {
    selection,
    after,
    newestFirst: true,
    limit: SHOWN,
    withStanding: true,
    withDelivery: false,
  });
  const totals = isFirst ? await totalsFor(reading, visit, selection) : null;
  const next = page.next === null ? null : keyText(page.next);
  const today = fiscalTime(clock.now()).fecEmi;
  return documentsPage(visit, { views: page.views, next, isFirst, totals, problems: [], today });
}

const TOO_LONG: FieldProblem = {
  path: SEARCH,
  code: 'too_long',
  message: 'Lo que se busca es demasiado largo.',
};

/** Those that take a look at each document are shown to whoever asks for them. */
function totalsFor(
  reading: ConsoleParts['reading'],
  { companyId, query }: CompanyVisit,
  selection: Selection,
) {
  return query.one('totales') === '1'
    ? selectionTotals(reading, companyId, selection)
    : quickTotals(reading, companyId, selection);
}
