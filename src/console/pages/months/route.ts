import { randomUUID } from 'node:crypto';
import { type Period, periodWords } from '../../../core/declaring/period.ts';
import { TIPOS_DTE } from '../../../core/dte/kinds.ts';
import {
  type BookOrder,
  bookFileName,
  bookNamed,
  bookPieces,
} from '../../../operations/declarations/books/book-files.ts';
import {
  closableAs,
  closeMonth,
  listMonths,
  standingOf,
} from '../../../operations/declarations/close-month.ts';
import { closingWith } from '../../../operations/declarations/closings.ts';
import { spanOf } from '../../../operations/declarations/declared-documents.ts';
import { declaredFiles } from '../../../operations/declarations/declared-files.ts';
import { LeftOutSums } from '../../../operations/declarations/left-out.ts';
import { monthDifference } from '../../../operations/declarations/month-difference.ts';
import type { CompanyMonth, UnstampedDocument } from '../../../operations/declarations/ports.ts';
import { readReconciliation } from '../../../operations/declarations/reconciled-month.ts';
import type { Answer, CompanyPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { recordDone, sendExported } from '../../visit-deeds.ts';
import { CLASSES } from './classes-route.ts';
import { CONTROL } from './control-route.ts';
import { criteriaIn } from './criteria.ts';
import { KEPT_DIFFERENCE } from './difference.ts';
import { monthOf, ofMonth, orderFor, pathOf } from './month-visit.ts';
import { monthPage, monthsPage } from './view.ts';

/** `/app/e/:slug/meses`: the months of a company, what each declares, closing it and what changed afterwards. */
export const MONTHS: readonly CompanyPage[] = [
  CLASSES,
  CONTROL,
  KEPT_DIFFERENCE,
  {
    path: '/meses',
    access: 'export',
    get: async ({ desk, clock }, visit) =>
      monthsPage(visit, await listMonths(desk, visit.company, clock.now())),
  },
  {
    path: '/meses/:mes',
    access: 'export',
    get: ofMonth((parts, visit, period) => shown(parts, visit, period)),
    post: ofMonth(closed),
  },
  file('exportar.zip', async (parts, visit, period) => {
    const order = await orderFor(parts, visit, { period, chosen: visit.query });
    const name = `f07-${visit.params['mes']}.zip`;
    return { name, pieces: () => parts.desk.writer.zip(declaredFiles(parts.desk, order)) };
  }),
  file('libros/:archivo', book),
  file('cerrado/:version/:archivo', kept),
];

interface MonthFile {
  readonly name: string;
  /** What it is, as the record keeps it; its name unless given. */
  readonly subject?: string;
  readonly pieces: () => AsyncIterable<Uint8Array>;
}

/** A file of a month, or none. */
function file(
  path: string,
  find: (parts: ConsoleParts, visit: CompanyVisit, period: Period) => Promise<MonthFile | null>,
): CompanyPage {
  return {
    path: `/meses/:mes/${path}`,
    isWithoutCount: true,
    access: 'export',
    get: ofMonth(async (parts, visit, period, reply): Promise<Answer> => {
      const found = await find(parts, visit, period);
      if (found === null) return 'not_found';
      const { name, subject = name, pieces } = found;
      const mediaType = 'application/octet-stream';
      return sendExported(parts, visit, reply, { mediaType, name, subject, pieces });
    }),
  };
}

/** Documents without a seal, and findings of a reconciliation, that a page shows. */
const SHOWN = 50;

async function shown(
  { desk, clock }: ConsoleParts,
  visit: CompanyVisit,
  period: Period,
  problem: string | null = null,
): Promise<Answer> {
  const month = monthOf(visit, period);
  const closings = await desk.months.closings(month);
  const [closing = null] = closings;
  const difference =
    closing === null
      ? 'open'
      : await desk.exportSlots.during(visit.companyId, () => monthDifference(desk, closing, month));
  if (difference === null) return 'busy';
  const asked = visit.form.entries.length > 0 ? visit.form : visit.query;
  const page = monthPage(visit, {
    reconciled: await readReconciliation(desk.reconciliations, month, { after: '0', limit: SHOWN }),
    standing: await standingOf(desk.months, month, closing),
    closings,
    ...(await leftOutOf(desk, month)),
    difference: difference === 'open' ? null : difference,
    criteria: criteriaIn(asked, closing?.criteria),
    closable: closableAs(month, clock.now()),
    problem,
  });
  return problem === null ? page : { status: 422, page };
}

/** The first documents without a seal, and what all of them come to. */
async function leftOutOf({ declarations }: ConsoleParts['desk'], month: CompanyMonth) {
  const sums = new LeftOutSums();
  const leftOut: UnstampedDocument[] = [];
  let hasMore = false;
  for await (const one of declarations.unstamped(month.companyId, spanOf(month, TIPOS_DTE))) {
    sums.add(one);
    if (leftOut.length < SHOWN) leftOut.push(one);
    else hasMore = true;
  }
  return { leftOut, hasMore, leftOutSums: sums.sums() };
}

async function closed(parts: ConsoleParts, visit: CompanyVisit, period: Period): Promise<Answer> {
  const { desk } = parts;
  const refused = (problem: string) => shown(parts, visit, period, problem);
  if (visit.form.one('confirmed') === '') return refused('Confirme que estos son los archivos que presenta.');
  const order = await orderFor(parts, visit, { period, chosen: visit.form });
  const closing = { ...order, by: visit.session.name, amends: true };
  const outcome = await desk.exportSlots.during(visit.companyId, () =>
    closeMonth({ ...desk, identity: randomUUID }, closing),
  );
  if (outcome === null) return 'busy';
  if (outcome.kind === 'refused') return refused(outcome.detail);
  const subject = `${periodWords(period)}, versión ${outcome.closing.version}`;
  if (outcome.isNew) await recordDone(parts, visit, { deed: 'month_closed', subject });
  return addressIn(visit, pathOf(period));
}

async function kept({ desk: { months } }: ConsoleParts, visit: CompanyVisit, period: Period) {
  const { version = '', archivo: name = '' } = visit.params;
  const closing = closingWith(await months.closings(monthOf(visit, period)), { version, name });
  if (closing === null) return null;
  const pieces = () => months.pieces(visit.companyId, closing.closingId, name);
  return { name, subject: `${name}, versión ${version}`, pieces };
}

/** A book of all establishments, as it is by now. */
async function book(parts: ConsoleParts, visit: CompanyVisit, period: Period) {
  const [key = '', format = ''] = (visit.params['archivo'] ?? '').split('.');
  const named = bookNamed(key);
  if (named === null || (format !== 'pdf' && format !== 'xlsx')) return null;
  const asked = await orderFor(parts, visit, { period, chosen: visit.query });
  const order: BookOrder = { ...asked, establishment: null, book: named, format };
  return { name: bookFileName(order), pieces: () => bookPieces(parts.desk, order) };
}
