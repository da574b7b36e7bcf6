import {
  civilDateOf,
  daysSinceEpoch,
  formatCivilDate,
  parseCivilDate,
} from '../../../core/calendar/el-salvador-time.ts';
import { html, type Markup } from '../../html.ts';
import { addressIn, type CompanyVisit } from '../../visit.ts';
import { queryWith } from './query.ts';

/** 1970-01-01 was a Thursday; a week begins on a Monday. */
const EPOCH_WEEKDAY = 3;
const WEEK = 7;

/**
 * The spans that people often ask for, as of a day; days as `YYYY-MM-DD`, both ends included.
 * Throws RangeError on what is no date.
 */
export function rangesAsOf(
  today: string,
): readonly { readonly label: string; readonly from: string; readonly to: string }[] {
  const date = parseCivilDate(today);
  if (date === null) throw new RangeError(`not a date: ${today}`);
  const day = daysSinceEpoch(date);
  const text = (days: number) => formatCivilDate(civilDateOf(days));
  const firstOfMonth = daysSinceEpoch({ ...date, day: 1 });
  const lastMonth = { ...civilDateOf(firstOfMonth - 1), day: 1 };
  const sinceMonday = (((day + EPOCH_WEEKDAY) % WEEK) + WEEK) % WEEK;
  return [
    { label: 'Hoy', from: today, to: today },
    { label: 'Ayer', from: text(day - 1), to: text(day - 1) },
    { label: 'Esta semana', from: text(day - sinceMonday), to: today },
    { label: 'Este mes', from: text(firstOfMonth), to: today },
    { label: 'Mes pasado', from: formatCivilDate(lastMonth), to: text(firstOfMonth - 1) },
  ];
}

/** The same list of those days, with whatever else was asked for, each behind a link. */
export function rangeLinks({ query, ...visit }: CompanyVisit, today: string): Markup {
  const link = (label: string, from: string, to: string) => {
    const address = addressIn(visit, `/documentos${queryWith(query, { from, to })}`);
    const isCurrent = from === query.one('from') && to === query.one('to');
    return html`<li><a href="${address}"${isCurrent && html` aria-current="true"`}>${label}</a></li>`;
  };
  const links = rangesAsOf(today).map(({ label, from, to }) => link(label, from, to));
  return html`<nav class="ranges" aria-label="Fechas"><ul>${link('Todas las fechas', '', '')}${links}</ul></nav>`;
}
