import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { periodWords } from '../../../core/declaring/period.ts';
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
import type { CompanyMonth } from '../../../operations/declarations/month-ports.ts';
import type { UnstampedDocument } from '../../../operations/declarations/ports.ts';
import { readReconciliation } from '../../../operations/declarations/reconciled-month.ts';
import { sendExported } from '../../exported-file.ts';
import { sendTrouble } from '../../obstacle-pages.ts';
import { type Answer, registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { recordDone } from '../../visit-deeds.ts';
import { registerFileCheck } from './check-route.ts';
import { registerClasses } from './classes-route.ts';
import { registerControl } from './control-route.ts';
import { criteriaIn } from './criteria.ts';
import { registerKeptDifference } from './kept-difference-route.ts';
import { orderFor } from './month-order.ts';
import { type AskedMonth, monthOf, withMonth } from './month-visit.ts';
import { monthPage, monthsPage } from './view.ts';

const BYTES = 'application/octet-stream';

/** `/app/e/:slug/meses`: the months of a company, what each declares, closing it and what changed afterwards. */
export function registerMonths(app: FastifyInstance, parts: ConsoleParts): void {
  const { reading, clock } = parts;
  registerFileCheck(app, parts);
  registerClasses(app, parts);
  registerControl(app, parts);
  registerKeptDifference(app, parts);
  registerPage(app, parts, {
    path: '/meses',
    permission: 'export',
    async get(visit) {
      const owner = { companyId: visit.companyId, ambiente: visit.company.ambiente };
      return monthsPage(visit, await listMonths(reading, owner, clock.now()));
    },
  });
  registerPage(app, parts, {
    path: '/meses/:mes',
    permission: 'export',
    get: (visit, reply) => withMonth(visit, reply, (asked) => shown(parts, visit, asked)),
    post: (visit, reply) => withMonth(visit, reply, (asked) => closed(parts, visit, asked)),
  });
  registerPage(app, parts, {
    path: '/meses/:mes/exportar.zip',
    isWithoutCount: true,
    permission: 'export',
    get: (visit, reply) =>
      withMonth(visit, reply, async ({ period }) => {
        const order = await orderFor(parts, visit, { period, chosen: visit.query });
        const name = `f07-${visit.params['mes']}.zip`;
        const pieces = () => reading.writer.zip(declaredFiles(reading, order));
        return sendExported(parts, visit, { reply, file: { mediaType: BYTES, name, subject: name, pieces } });
      }),
  });
  registerPage(app, parts, {
    path: '/meses/:mes/libros/:archivo',
    isWithoutCount: true,
    permission: 'export',
    get: (visit, reply) => withMonth(visit, reply, (asked) => book(parts, visit, asked)),
  });
  registerPage(app, parts, {
    path: '/meses/:mes/cerrado/:version/:archivo',
    isWithoutCount: true,
    permission: 'export',
    get: (visit, reply) => withMonth(visit, reply, (asked) => kept(parts, visit, asked)),
  });
}

/** Documents without a seal, and findings of a reconciliation, that a page shows. */
const SHOWN = 50;

async function shown(
  parts: ConsoleParts,
  visit: CompanyVisit,
  { period, reply, problem = null }: AskedMonth & { readonly problem?: string | null },
): Promise<Answer> {
  const { reading } = parts;
  const month = monthOf(visit, period);
  const closings = await reading.months.closings(month);
  const [closing = null] = closings;
  const difference =
    closing === null
      ? 'open'
      : await reading.exportSlots.during(visit.companyId, () => monthDifference(reading, closing, month));
  if (difference === null) return sendTrouble(reply, 'busy');
  const asked = visit.form.entries.length > 0 ? visit.form : visit.query;
  const criteria = criteriaIn(asked, closing?.criteria);
  return monthPage(visit, {
    reconciled: await readReconciliation(reading.reconciliations, month, { after: '0', limit: SHOWN }),
    standing: await standingOf(reading.months, month, closing),
    closings,
    ...(await leftOutOf(parts, month)),
    difference: difference === 'open' ? null : difference,
    criteria,
    closable: closableAs(month, parts.clock.now()),
    problem,
  });
}

/** The first documents without a seal, and what all of them come to. */
async function leftOutOf({ reading }: ConsoleParts, month: CompanyMonth) {
  const sums = new LeftOutSums();
  const leftOut: UnstampedDocument[] = [];
  let hasMore = false;
  for await (const one of reading.declarations.unstamped(month.companyId, spanOf(month, TIPOS_DTE))) {
    sums.add(one);
    if (leftOut.length < SHOWN) leftOut.push(one);
    else hasMore = true;
  }
  return { leftOut, hasMore, leftOutSums: sums.sums() };
}

async function closed(
  parts: ConsoleParts,
  visit: CompanyVisit,
  { period, reply }: AskedMonth,
): Promise<Answer> {
  const refused = (problem: string) => {
    reply.code(422);
    return shown(parts, visit, { period, reply, problem });
  };
  if (visit.form.one('confirmed') === '') return refused('Confirme que estos son los archivos que presenta.');
  const order = await orderFor(parts, visit, { period, chosen: visit.form });
  const outcome = await parts.reading.exportSlots.during(visit.companyId, () =>
    closeMonth(
      { ...parts.reading, identity: randomUUID },
      { ...order, by: visit.session.name, amends: true },
    ),
  );
  if (outcome === null) return sendTrouble(reply, 'busy');
  if (outcome.kind === 'refused') return refused(outcome.detail);
  if (outcome.isNew)
    await recordDone(parts, visit, {
      deed: 'month_closed',
      subject: `${periodWords(period)}, versión ${outcome.closing.version}`,
    });
  return reply.redirect(addressIn(visit, `/meses/${visit.params['mes']}`), 303);
}

async function kept(
  parts: ConsoleParts,
  visit: CompanyVisit,
  { period, reply }: AskedMonth,
): Promise<Answer> {
  const { months } = parts.reading;
  const { version = '', archivo: name = '' } = visit.params;
  const closing = closingWith(await months.closings(monthOf(visit, period)), { version, name });
  if (closing === null) return sendTrouble(reply, 'not_found');
  const subject = `${name}, versión ${version}`;
  const pieces = () => months.pieces(visit.companyId, closing.closingId, name);
  return sendExported(parts, visit, { reply, file: { mediaType: BYTES, name, subject, pieces } });
}

/** A book of all establishments, as it is by now. */
async function book(
  parts: ConsoleParts,
  visit: CompanyVisit,
  { period, reply }: AskedMonth,
): Promise<Answer> {
  const [key = '', format = ''] = (visit.params['archivo'] ?? '').split('.');
  const named = bookNamed(key);
  if (named === null || (format !== 'pdf' && format !== 'xlsx')) return sendTrouble(reply, 'not_found');
  const asked = await orderFor(parts, visit, { period, chosen: visit.query });
  const order: BookOrder = { ...asked, establishment: null, book: named, format };
  const name = bookFileName(order);
  const pieces = () => bookPieces(parts.reading, order);
  return sendExported(parts, visit, { reply, file: { mediaType: BYTES, name, subject: name, pieces } });
}
