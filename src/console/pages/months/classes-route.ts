import type { FastifyInstance } from 'fastify';
import { type Refusal, refuse } from '../../../core/refusals/refusal.ts';
import type { ClassChange, ClassFilter } from '../../../operations/declarations/month-ports.ts';
import { ClassChangeSchema, readClassChange } from '../../../requests/class-change.ts';
import { isOf } from '../../../schema/check.ts';
import type { Fields } from '../../form.ts';
import { sendTrouble } from '../../obstacle-pages.ts';
import { type Answer, registerPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { recordDone } from '../../visit-deeds.ts';
import {
  CLOSED,
  changeWords,
  classesPage,
  codeFields,
  confirmPage,
  filterIn,
  filterQuery,
} from './classes-view.ts';
import { type AskedMonth, monthOf, withMonth } from './month-visit.ts';

/**
 * `/app/e/:slug/meses/:mes/clases`: with which codes of the income tax the documents of a month are declared, and changing
 * those of many at once before it is closed.
 */
export function registerClasses(app: FastifyInstance, parts: ConsoleParts): void {
  registerPage(app, parts, {
    path: '/meses/:mes/clases',
    permission: 'export',
    get: (visit, reply) => withMonth(visit, reply, (asked) => shown(parts, visit, asked)),
    post: (visit, reply) => withMonth(visit, reply, (asked) => changed(parts, visit, asked)),
    refill: (visit, reply) => withMonth(visit, reply, (asked) => shown(parts, visit, asked)),
  });
}

async function shown(
  { reading, own }: ConsoleParts,
  visit: CompanyVisit,
  { period, reply }: AskedMonth,
  problem: string | null = null,
): Promise<Answer> {
  const giveBack = reading.exportSlots.take(visit.companyId);
  if (giveBack === null) return sendTrouble(reply, 'busy');
  try {
    const month = monthOf(visit, period);
    const filter = filterIn(visit.form.entries.length > 0 ? visit.form : visit.query);
    const { company } = await own.company.file(visit.companyId);
    const [closing = null] = await reading.months.closings(month);
    return classesPage(visit, {
      period,
      filter,
      groups: await reading.classes.groups(month, filter),
      changes: await reading.classes.changes(month),
      company,
      classes: closing?.criteria.classes ?? company.incomeClasses,
      isClosed: closing !== null,
      problem,
    });
  } finally {
    giveBack();
  }
}

async function changed(parts: ConsoleParts, visit: CompanyVisit, asked: AskedMonth): Promise<Answer> {
  const { classes } = parts.reading;
  const month = monthOf(visit, asked.period);
  const refused = (detail: string) => {
    asked.reply.code(422);
    return shown(parts, visit, asked, detail);
  };
  const change = changeIn(visit.form);
  if (change.kind === 'refused') return refused(change.detail);
  const [closing] = await parts.reading.months.closings(month);
  if (closing !== undefined) return refused(CLOSED);
  if (visit.form.one('confirmed') === '') {
    const documents = await classes.count(month, change.filter);
    if (documents === 0) return refused('Ningún documento del mes es así: no hay nada que cambiar.');
    return confirmPage(visit, { period: asked.period, change, documents });
  }
  const made = await classes.change(month, change, { by: visit.session.name });
  if (made === null) return refused(CLOSED);
  await recordDone(parts, visit, { deed: 'classes_changed', subject: changeWords(asked.period, made) });
  const address = addressIn(visit, `/meses/${visit.params['mes']}/clases`);
  const query = filterQuery(filterIn(visit.form));
  return asked.reply.redirect(`${address}?${query}&hecho=${made.documents}`, 303);
}

/** What was chosen, as a caller of the interface would write it. */
function changeIn(form: Fields): (ClassChange & { readonly kind: 'change' }) | Refusal {
  const filter = filterIn(form);
  const codes = codeFields(filter).flatMap(({ field }) => {
    const value = form.one(field);
    return value === '' ? [] : [[field, /^\d{1,2}$/.test(value) ? Number(value) : value]];
  });
  if (codes.length === 0)
    return refuse('invalid_request', { problems: 'Escoja al menos un código que cambiar.' });
  const body = { ...bodyOf(filter), ...Object.fromEntries(codes) };
  if (!isOf(ClassChangeSchema, body)) return refuse('malformed_request');
  return readClassChange(body);
}

function bodyOf({ types, establishment, activityCode, areUnclassed }: ClassFilter) {
  return { doc_types: types, establishment, activity_code: activityCode, only_unclassed: areUnclassed };
}
