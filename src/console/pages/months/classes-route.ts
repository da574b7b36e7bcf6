import type { Period } from '../../../core/declaring/period.ts';
import { type Refusal, refuse } from '../../../core/refusals/refusal.ts';
import type { ClassChange } from '../../../operations/declarations/month-ports.ts';
import { ClassChangeSchema, readClassChange } from '../../../requests/class-change.ts';
import { readValue } from '../../../requests/read-value.ts';
import type { Fields } from '../../form.ts';
import type { Answer, CompanyPage } from '../../page.ts';
import type { ConsoleParts } from '../../parts.ts';
import type { CompanyVisit } from '../../visit.ts';
import { recordDone } from '../../visit-deeds.ts';
import {
  CLOSED,
  changeWords,
  classesAddress,
  classesPage,
  codeFields,
  confirmPage,
  filterIn,
} from './classes-view.ts';
import { monthOf, ofMonth } from './month-visit.ts';

/**
 * `/app/e/:slug/meses/:mes/clases`: with which codes of the income tax the documents of a month are declared, and changing
 * those of many at once before it is closed.
 */
export const CLASSES: CompanyPage = {
  path: '/meses/:mes/clases',
  access: 'export',
  get: ofMonth((parts, visit, period) => shown(parts, visit, period)),
  post: ofMonth(changed),
  refill: ofMonth((parts, visit, period) => shown(parts, visit, period)),
};

async function shown(
  { desk, own }: ConsoleParts,
  visit: CompanyVisit,
  period: Period,
  problem: string | null = null,
): Promise<Answer> {
  const answer = await desk.exportSlots.during(visit.companyId, async () => {
    const month = monthOf(visit, period);
    const filter = filterIn(visit.form.entries.length > 0 ? visit.form : visit.query);
    const { company } = await own.company.file(visit.companyId);
    const [closing = null] = await desk.months.closings(month);
    const page = classesPage(visit, {
      period,
      filter,
      groups: await desk.classes.groups(month, filter),
      changes: await desk.classes.changes(month),
      company,
      classes: closing?.criteria.classes ?? company.incomeClasses,
      isClosed: closing !== null,
      problem,
    });
    return problem === null ? page : { status: 422, page };
  });
  return answer ?? 'busy';
}

async function changed(parts: ConsoleParts, visit: CompanyVisit, period: Period): Promise<Answer> {
  const { classes, months } = parts.desk;
  const month = monthOf(visit, period);
  const refused = (detail: string) => shown(parts, visit, period, detail);
  const change = changeIn(visit.form);
  if (change.kind === 'refused') return refused(change.detail);
  const [closing] = await months.closings(month);
  if (closing !== undefined) return refused(CLOSED);
  if (visit.form.one('confirmed') === '') {
    const documents = await classes.count(month, change.filter);
    if (documents === 0) return refused('Ningún documento del mes es así: no hay nada que cambiar.');
    return confirmPage(visit, { period, change, documents });
  }
  const made = await classes.change(month, change, { by: visit.session.name });
  if (made === null) return refused(CLOSED);
  await recordDone(parts, visit, { deed: 'classes_changed', subject: changeWords(period, made) });
  return `${classesAddress(visit, period, filterIn(visit.form))}&hecho=${made.documents}`;
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
  const { types, establishment, activityCode, areUnclassed } = filter;
  const asked = {
    doc_types: types,
    establishment,
    activity_code: activityCode,
    only_unclassed: areUnclassed,
  };
  const body = { ...asked, ...Object.fromEntries(codes) };
  const read = readValue(body, ClassChangeSchema);
  return read.kind === 'body' ? readClassChange(read.body) : refuse('malformed_request');
}
